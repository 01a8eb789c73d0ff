// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv.h"

namespace twintrace
{

std::string csvLine(const std::vector<std::string>& cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += i > 0 ? "," : "";
        if (cells[i].find_first_of(",\"\r\n") == std::string::npos) {
            line += cells[i];
            continue;
        }
        line += '"';
        for (const char c : cells[i]) {
            line += c;
            if (c == '"')
                line += '"';
        }
        line += '"';
    }
    return line + "\n";
}

} // namespace twintrace
