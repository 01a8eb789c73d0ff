// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/report_error.h"

#include <iostream>
#include <sstream>

namespace twintrace
{

int exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
        return 2;
    case ErrorCode::Unreadable:
    case ErrorCode::OutOfMemory:
        return 3;
    case ErrorCode::Unsupported:
        return 5;
    case ErrorCode::Failed:
    case ErrorCode::Cancelled:
    case ErrorCode::Unwritable:
        return 4;
    }
    return 4;
}

int reportError(const Error& error)
{
    std::cerr << "twintrace: " << error.message << '\n';
    std::istringstream lines(error.detail);
    for (std::string line; std::getline(lines, line);)
        std::cerr << "    " << line << '\n';
    return exitCodeOf(error.code);
}

} // namespace twintrace
