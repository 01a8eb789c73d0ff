// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace twintrace
{

/// Judges each `--gate` over the JSON text of a session or a diff and says on standard error how it came out.
/// Gives the exit code: 0 when all hold, 1 when one fails, 2 when one cannot be understood.
[[nodiscard]] int reportGates(const std::vector<std::string>& gates, const std::string& documentText);

} // namespace twintrace
