// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/session_folder.h"

#include "core/export/session_writer.h"
#include "core/import/session_reader.h"

#include <QByteArray>
#include <QSaveFile>
#include <QString>

#include <algorithm>
#include <cctype>
#include <system_error>
#include <vector>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

constexpr std::string_view kFolderSuffix = ".twintrace";

Error unwritable(const fs::path& path, const std::string& reason)
{
    return {ErrorCode::Unwritable,
            "The session cannot be written to " + path.string() + " (" + reason +
                "); choose another folder with --out, or make room.",
            {}};
}

bool isOurs(const std::string& name)
{
    return name == kSessionFile || name.ends_with(".json.gz") || name.ends_with(".json");
}

std::error_code removeOurs(const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (isOurs(it->path().filename().string()))
            files.push_back(it->path());
    }
    for (const fs::path& file : files) {
        if (!error)
            fs::remove(file, error);
    }
    return error;
}

} // namespace

std::string sessionNameOf(std::string_view model)
{
    std::string name(model);
    std::string function;
    if (const auto colon = name.rfind(".py:"); colon != std::string::npos) {
        function = "-" + name.substr(colon + 4);
        name.resize(colon);
    }
    name = fs::path(name).filename().string();
    if (name.ends_with(".pt2"))
        name.resize(name.size() - 4);
    name += function;
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_' && c != '.')
            c = '_';
    }
    return name.empty() || name.front() == '.' ? "session" + name : name;
}

Result<SessionFolder> SessionFolder::create(const fs::path& parent, const std::string& name)
{
    std::error_code error;
    const fs::path base = parent.empty() ? fs::current_path(error) : fs::absolute(parent, error);
    const fs::path path = base / (name + std::string(kFolderSuffix));
    if (!error && fs::is_directory(path, error)) {
        if (!fs::is_empty(path, error) && !isSession(path))
            return tl::unexpected(unwritable(path, "there is a folder of that name which is no session"));
    } else {
        error.clear();
        fs::create_directories(path, error);
    }
    if (error)
        return tl::unexpected(unwritable(path, error.message()));
    SessionFolder folder(path);
    // A folder that exists may still be read-only: better told now than after the compiler has run.
    QSaveFile probe(QString::fromStdString((path / kSessionFile).string()));
    if (!probe.open(QIODevice::WriteOnly)) {
        folder.removeIfEmpty();
        return tl::unexpected(unwritable(path, probe.errorString().toStdString()));
    }
    probe.cancelWriting();
    return folder;
}

Result<void> SessionFolder::write(const Session& session) const
{
    const std::string text = sessionText(session);
    const fs::path file = m_path / kSessionFile;
    QSaveFile target(QString::fromStdString(file.string()));
    // flush() by itself: commit() does not notice when a full disk took only a part of what was buffered.
    if (!target.open(QIODevice::WriteOnly) ||
        target.write(text.data(), static_cast<qint64>(text.size())) != static_cast<qint64>(text.size()) ||
        !target.flush() || !target.commit()) {
        target.cancelWriting();
        return tl::unexpected(unwritable(file, target.errorString().toStdString()));
    }
    return {};
}

Result<void> SessionFolder::adopt(const fs::path& written, const std::string& name) const
{
    std::error_code error;
    fs::rename(written, m_path / name, error);
    if (error)
        return tl::unexpected(unwritable(m_path / name, error.message()));
    return {};
}

void SessionFolder::keepGenerated(const fs::path& written, const std::string& variant) const
{
    std::error_code ignored;
    fs::copy_file(written, m_path / (variant + ".generated.json"), fs::copy_options::overwrite_existing,
                  ignored);
}

Result<void> SessionFolder::begin() const
{
    if (const std::error_code error = removeOurs(m_path))
        return tl::unexpected(unwritable(m_path, error.message()));
    return {};
}

void SessionFolder::removeIfEmpty() const
{
    std::error_code ignored;
    fs::remove(m_path, ignored); // fails, as it should, when there is something in it
}

} // namespace twintrace
