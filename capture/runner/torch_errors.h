// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>

namespace twintrace
{

/// The first line of what LibTorch says, without its C++ stack and without a final full stop, for use in a
/// sentence.
[[nodiscard]] std::string firstLine(const std::exception& exception);
[[nodiscard]] std::string firstLine(const std::string& text);

} // namespace twintrace
