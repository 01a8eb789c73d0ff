// SPDX-License-Identifier: MIT
#include "capture/cupti/cupti_probe.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace twintrace
{

std::optional<bool> profilingRestriction(const std::string& parameters)
{
    std::istringstream in(parameters);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("RmProfilingAdminOnly:"))
            return line.find('1', line.find(':')) != std::string::npos;
    }
    return std::nullopt;
}

std::string driverVersionIn(const std::string& text)
{
    // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build ..."
    std::istringstream in(text);
    for (std::string word; in >> word;) {
        const bool isVersion = std::count(word.begin(), word.end(), '.') >= 1 &&
                               std::all_of(word.begin(), word.end(),
                                           [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
        if (isVersion)
            return word;
    }
    return {};
}

} // namespace twintrace
