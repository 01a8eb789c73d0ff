// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace twintrace
{

/// The end of a sentence about a child that died, with the remedy where there is one: "was ended by signal 11
/// (segmentation fault)…". `stderrTail` decides between causes that end alike.
[[nodiscard]] std::string signalSentence(int signal, std::string_view stderrTail);
/// The same for one that left by itself: "ended with code 3 before it answered …".
[[nodiscard]] std::string exitSentence(int code, std::string_view stderrTail);

} // namespace twintrace
