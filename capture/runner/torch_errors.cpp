// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/torch_errors.h"

#include <c10/util/Exception.h>

namespace twintrace
{

std::string firstLine(const std::exception& exception)
{
    if (const auto* error = dynamic_cast<const c10::Error*>(&exception))
        return firstLine(std::string(error->what_without_backtrace()));
    return firstLine(std::string(exception.what()));
}

std::string firstLine(const std::string& text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos)
        return "no reason was given";
    std::string line = text.substr(begin, text.find('\n', begin) - begin);
    while (!line.empty() && (line.back() == '.' || line.back() == ' ' || line.back() == '\r'))
        line.pop_back();
    return line;
}

} // namespace twintrace
