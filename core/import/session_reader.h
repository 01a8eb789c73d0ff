// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/session.h"

#include <filesystem>
#include <string_view>

namespace twintrace
{

/// The name of the figures' file inside a session folder.
inline constexpr std::string_view kSessionFile = "session.json";

/// Whether a path looks like a session: a folder with a session.json, or that file itself.
[[nodiscard]] bool isSession(const std::filesystem::path& path);

/// Reads NAME.twintrace/ or the session.json inside it. Keys that this version does not know are left out,
/// keys that an older version did not write stay at their defaults. Fails when there is no file, no JSON or
/// another schema.
[[nodiscard]] Result<Session> readSession(const std::filesystem::path& path);

/// The same from text; `name` is what errors call it.
[[nodiscard]] Result<Session> parseSession(std::string_view text, std::string_view name);

} // namespace twintrace
