// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace twintrace
{

/// How figures are written for people, everywhere the same: screen, text output, pictures.

/// A duration with a fitting unit and three significant digits: "12.3 µs", "1.61 ms", "13.3 s", "850 ns".
[[nodiscard]] std::string formatDuration(Nanoseconds duration);
/// Exact to the nanosecond, in µs: "1234.567 µs".
[[nodiscard]] std::string formatExactDuration(Nanoseconds duration);
/// A count with thin groups: 9600 -> "9,600".
[[nodiscard]] std::string formatCount(std::int64_t count);
/// A ratio: "2.48×".
[[nodiscard]] std::string formatRatio(double ratio);
/// A share of 0..1 as percent: "19 %", below 10 % with one decimal.
[[nodiscard]] std::string formatPercent(double share);
/// A signed difference of durations: "−4.5 µs", "+1.2 ms".
[[nodiscard]] std::string formatDelta(Nanoseconds difference);
/// Bytes: "1.3 GB".
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);

} // namespace twintrace
