// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace twintrace
{

/// Time and durations: whole nanoseconds. Microseconds exist only in JSON text.
using Nanoseconds = std::int64_t;

/// A time stamp as Chrome traces write it, split so that nothing is lost even where microseconds times 1000
/// would not fit 64 bits (files that put nanoseconds into the microsecond field).
struct ExactMicroseconds {
    std::int64_t microseconds = 0; ///< floor of the value
    std::int32_t nanoseconds = 0;  ///< 0..999, the rest rounded to the nearest nanosecond
};

/// Reads a decimal number of microseconds ("12.345", "-3", "1e3") exactly, never through a double.
/// Empty when the text is not a finite number or does not fit 64 bits of microseconds.
[[nodiscard]] std::optional<ExactMicroseconds> parseMicroseconds(std::string_view text);

/// `time` minus an origin of whole microseconds, in nanoseconds; saturates instead of overflowing.
[[nodiscard]] Nanoseconds sinceOrigin(ExactMicroseconds time, std::int64_t originMicroseconds);

/// Nanoseconds as a JSON number of microseconds with at most three decimals: 1500 -> "1.5".
[[nodiscard]] std::string microsecondsText(Nanoseconds duration);

/// a + b, held at the ends of the range instead of overflowing.
[[nodiscard]] constexpr Nanoseconds saturatingAdd(Nanoseconds a, Nanoseconds b)
{
    Nanoseconds sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return b > 0 ? std::numeric_limits<Nanoseconds>::max() : std::numeric_limits<Nanoseconds>::min();
    return sum;
}
/// -a, held at the end of the range.
[[nodiscard]] constexpr Nanoseconds saturatingNegate(Nanoseconds a)
{
    return a == std::numeric_limits<Nanoseconds>::min() ? std::numeric_limits<Nanoseconds>::max() : -a;
}

} // namespace twintrace
