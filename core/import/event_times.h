// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace twintrace
{

inline constexpr std::array<std::uint64_t, 9> kPowersOfTen{1,      10,      100,      1000,     10000,
                                                           100000, 1000000, 10000000, 100000000};

/// The digits at `at`, up to eight at once: returns how many there are. (Behind every text of a file there is
/// room to read. The multiplications add neighbours: to pairs, to fours, to eight.)
inline unsigned readDigits(const char* at, std::uint64_t& value)
{
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    bytes ^= 0x3030303030303030U; // digits are 0..9 now
    const std::uint64_t others =
        (((bytes & 0x7F7F7F7F7F7F7F7FU) + 0x7676767676767676U) | bytes) & 0x8080808080808080U;
    const unsigned count = others == 0 ? 8 : static_cast<unsigned>(__builtin_ctzll(others)) / 8;
    if (count == 0) {
        value = 0;
        return 0;
    }
    bytes <<= 8 * (8 - count); // zeros in front
    bytes = bytes * 10 + (bytes >> 8);
    value = (((bytes & 0x000000FF000000FFU) * 0x000F424000000064U) +
             ((bytes >> 16 & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
            32;
    return count;
}

/// The value of up to eight digits at `at`. (Behind every text of a file there is room to read. The
/// multiplications add neighbours: to pairs, to fours, to eight.)
inline std::uint64_t valueOfDigits(const char* at, unsigned count)
{
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    bytes = (bytes & 0x0F0F0F0F0F0F0F0FU) << (8 * (8 - count) & 63); // zeros in front
    bytes = bytes * 10 + (bytes >> 8);
    const std::uint64_t value = (((bytes & 0x000000FF000000FFU) * 0x000F424000000064U) +
                                 ((bytes >> 16 & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
                                32;
    return count == 0 ? 0 : value;
}

/// A plain number of microseconds whose digits somebody has counted: `wholeDigits` before the point. False
/// when that is 0 or the number too long for this way.
inline bool readCountedMicroseconds(std::string_view raw, unsigned wholeDigits, ExactMicroseconds& time)
{
    const std::size_t behindPoint = raw.size() - wholeDigits;
    if (wholeDigits - 1 >= 15 || behindPoint > 4)
        return false;
    const unsigned high = wholeDigits > 8 ? 8 : wholeDigits;
    const unsigned low = wholeDigits - high;
    std::uint64_t whole = valueOfDigits(raw.data(), high);
    if (low != 0)
        whole = whole * kPowersOfTen[low] + valueOfDigits(raw.data() + 8, low);
    std::uint64_t nanoseconds = 0;
    if (behindPoint != 0) {
        const auto decimals = static_cast<unsigned>(behindPoint - 1);
        nanoseconds = valueOfDigits(raw.data() + wholeDigits + 1, decimals) * kPowersOfTen[3 - decimals];
    }
    time = {static_cast<std::int64_t>(whole), static_cast<std::int32_t>(nanoseconds)};
    return true;
}

/// The common form "digits[.up to three digits]", short enough for 64 bits; anything else takes the exact way
/// round. `raw` has at least eight readable bytes behind each of its own; see readCountedMicroseconds() for
/// `wholeDigits`.
inline bool readPlainMicroseconds(std::string_view raw, unsigned wholeDigits, ExactMicroseconds& time)
{
    if (readCountedMicroseconds(raw, wholeDigits, time))
        return true;
    if (raw.empty())
        return false;
    const char* at = raw.data();
    const char* const end = at + raw.size();
    std::uint64_t whole = 0;
    unsigned digits = readDigits(at, whole);
    at += digits;
    if (digits == 8) {
        std::uint64_t more = 0;
        digits = readDigits(at, more);
        if (digits == 8)
            return false;
        at += digits;
        whole = whole * kPowersOfTen[digits] + more;
    } else if (digits == 0) {
        return false;
    }
    std::uint64_t nanoseconds = 0;
    if (at != end) {
        if (at > end || *at != '.')
            return false;
        const unsigned decimals = readDigits(at + 1, nanoseconds);
        if (decimals == 0 || decimals > 3 || at + 1 + decimals != end)
            return false;
        nanoseconds *= kPowersOfTen[3 - decimals];
    }
    time = {static_cast<std::int64_t>(whole), static_cast<std::int32_t>(nanoseconds)};
    return true;
}

/// Any other form: text, exponents, more decimals.
[[nodiscard]] bool readOddMicroseconds(std::string_view raw, ExactMicroseconds& time);

/// A time stamp as it stands in a file, number or text; exact. False when it is none.
[[nodiscard]] inline bool readMicroseconds(std::string_view raw, unsigned wholeDigits,
                                           ExactMicroseconds& time)
{
    return readPlainMicroseconds(raw, wholeDigits, time) || readOddMicroseconds(raw, time);
}

enum class DurationKind : std::uint8_t { Good, Missing, Negative, Overflowing };

struct ReadDuration {
    DurationKind kind = DurationKind::Good;
    Nanoseconds value = 0;   ///< 0 unless Good
    Nanoseconds written = 0; ///< as the file has it, held at the ends of the range
};
/// From here on a duration is an overflowed number (event_times.cpp says why).
inline constexpr std::int64_t kFirstOverflowing = 18262276632972;
[[nodiscard]] ReadDuration readDuration(std::string_view raw);

} // namespace twintrace
