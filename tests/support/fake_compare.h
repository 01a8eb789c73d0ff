// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/compare_options.h"
#include "capture/client/process_tree.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

#include <unistd.h>

namespace twintrace
{

/// Comparisons against tests/support/fake_child.cpp in folders of their own.
class FakeCompare
{
  public:
    FakeCompare()
    {
        qputenv("TWINTRACE_FAKE_READY", QByteArray::fromStdString(ready().string()));
        qputenv("TWINTRACE_PYTHON", TWINTRACE_FAKE_CHILD);
        qputenv("TWINTRACE_RUNNER", TWINTRACE_FAKE_CHILD);
        qputenv("TWINTRACE_GUARD", TWINTRACE_GUARD_PROGRAM);
        qputenv("TWINTRACE_CAPTURE_PYTHON", "/");
        qputenv("TWINTRACE_TEST", QByteArray::number(getpid()));
        qputenv("TMPDIR", m_folder.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
    }

    [[nodiscard]] std::filesystem::path root() const { return m_folder.path().toStdString(); }
    [[nodiscard]] std::filesystem::path out() const { return root() / "out"; }
    [[nodiscard]] std::filesystem::path session() const { return out() / "fake.twintrace"; }
    /// Is there once a child sits in its trouble and has started its own children.
    [[nodiscard]] std::filesystem::path ready() const { return root() / "ready"; }

    [[nodiscard]] CompareOptions options() const
    {
        CompareOptions options;
        options.model = "fake";
        options.outputFolder = out();
        options.thoroughness = Thoroughness::Quick;
        return options;
    }
    /// How the children will behave: see fake_child.cpp.
    void trouble(const QByteArray& text) const { qputenv("TWINTRACE_FAKE", text); }
    void reset() const
    {
        trouble("");
        std::filesystem::remove(ready());
    }
    /// All that this test started carry its mark, whatever run they belong to; the guard too.
    [[nodiscard]] int livingChildren() const
    {
        return static_cast<int>(processesOf({0, "TWINTRACE_TEST=" + std::to_string(getpid())}).size());
    }
    [[nodiscard]] int runFolders() const
    {
        int count = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root()))
            count += entry.path().filename().string().starts_with("run-") ? 1 : 0;
        return count;
    }

  private:
    QTemporaryDir m_folder;
};

} // namespace twintrace
