// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace twintrace
{

/// One line of RFC 4180 CSV with its line end; cells with commas, quotes or line ends are quoted.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

} // namespace twintrace
