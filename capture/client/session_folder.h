// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/session.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace twintrace
{

/// "mlp" -> "mlp", "dir/nets.py:make" -> "nets-make", "dir/model.pt2" -> "model": the NAME of NAME.twintrace.
[[nodiscard]] std::string sessionNameOf(std::string_view model);

/// NAME.twintrace being written. Each write replaces session.json as a whole, so that a kill at any moment
/// leaves the last complete one.
class SessionFolder
{
  public:
    /// Makes the folder and sees that it can be written to. An older session of that name stays until
    /// begin(); a folder that is no session is left alone: an error.
    [[nodiscard]] static Result<SessionFolder> create(const std::filesystem::path& parent,
                                                      const std::string& name);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] Result<void> write(const Session& session) const;
    /// Gives a recorded file its final name; it was written beside it, so this is one step.
    [[nodiscard]] Result<void> adopt(const std::filesystem::path& written, const std::string& name) const;
    /// Keeps the code that a compiler wrote for a variant as ID.generated.json, for the app to show; a
    /// session is whole without it, so a failure is no error.
    void keepGenerated(const std::filesystem::path& written, const std::string& variant) const;
    /// Empties the older session: from here on the folder is the new one's.
    [[nodiscard]] Result<void> begin() const;
    /// Takes the folder away again when there is nothing in it.
    void removeIfEmpty() const;

  private:
    explicit SessionFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    std::filesystem::path m_path;
};

} // namespace twintrace
