// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace twintrace
{

/// Rows of text in aligned columns for a terminal, the first row the heads. The first column stands left,
/// figures right.
[[nodiscard]] std::string textTable(const std::vector<std::vector<std::string>>& rows);

} // namespace twintrace
