// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_times.h"

#include "core/import/json_text.h"

#include <cstring>
#include <limits>

namespace twintrace
{
namespace
{

// Numbers that were negative before they were written as unsigned 64-bit picoseconds: PyTorch's events that
// never ended have 2^64 / 10^6 microseconds (213 days). Within 1 % below it.
constexpr std::int64_t kOverflowBegin = 18262276632972;
constexpr std::int64_t kOverflowEnd = 18446744073710;

// Eight digits at once; false when one of the bytes is none. (The multiplications add neighbours: to pairs,
// to fours, to eight.)
bool readEightDigits(const char* at, std::uint64_t& value)
{
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    const std::uint64_t high = bytes & 0xF0F0F0F0F0F0F0F0U;
    const std::uint64_t carried = (bytes + 0x0606060606060606U) & 0xF0F0F0F0F0F0F0F0U;
    if (high != 0x3030303030303030U || carried != 0x3030303030303030U)
        return false;
    bytes -= 0x3030303030303030U;
    bytes = bytes * 10 + (bytes >> 8);
    value = (((bytes & 0x000000FF000000FFU) * 0x000F424000000064U) +
             ((bytes >> 16 & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
            32;
    return true;
}

// The common form "digits[.up to three digits]", short enough for 64 bits; anything else takes the exact way
// round.
bool readPlainMicroseconds(std::string_view raw, ExactMicroseconds& time)
{
    const char* at = raw.data();
    const char* const end = at + raw.size();
    std::uint64_t whole = 0;
    if (std::uint64_t digits = 0; end - at >= 8 && readEightDigits(at, digits)) {
        whole = digits;
        at += 8;
    }
    while (at != end && isDigit(*at))
        whole = whole * 10 + static_cast<std::uint64_t>(*at++ - '0');
    const std::ptrdiff_t digits = at - raw.data();
    if (digits == 0 || digits > 18)
        return false;
    std::int32_t nanoseconds = 0;
    if (at != end) {
        const std::ptrdiff_t decimals = end - at - 1;
        if (*at++ != '.' || decimals > 3 || decimals == 0)
            return false;
        for (std::int32_t unit = 100; at != end; unit /= 10) {
            if (!isDigit(*at))
                return false;
            nanoseconds += (*at++ - '0') * unit;
        }
    }
    time = {static_cast<std::int64_t>(whole), nanoseconds};
    return true;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isJsonSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isJsonSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool readMicroseconds(std::string_view raw, ExactMicroseconds& time)
{
    if (readPlainMicroseconds(raw, time))
        return true;
    const auto exact = parseMicroseconds(trimmed(unquoted(raw)));
    if (exact)
        time = *exact;
    return exact.has_value();
}

ReadDuration readDuration(std::string_view raw)
{
    if (raw.empty())
        return {DurationKind::Missing, 0, 0};
    ExactMicroseconds exact;
    const bool isReadable = readMicroseconds(raw, exact);
    if (isReadable && exact.microseconds >= 0 && exact.microseconds < kOverflowBegin) {
        const Nanoseconds value = exact.microseconds * 1000 + exact.nanoseconds;
        return {DurationKind::Good, value, value};
    }
    const std::string_view text = trimmed(unquoted(raw));
    if (!isReadable && (!isJsonNumber(text) || text.find_first_of("eE") != std::string_view::npos))
        return {DurationKind::Missing, 0, 0};
    const bool isNegative = text[0] == '-';
    const Nanoseconds written = isReadable   ? sinceOrigin(exact, 0)
                                : isNegative ? std::numeric_limits<Nanoseconds>::min()
                                             : std::numeric_limits<Nanoseconds>::max();
    if (isNegative)
        return {DurationKind::Negative, 0, written};
    // Centuries fit as well; only what wraps round is wrong.
    if (exact.microseconds > kOverflowEnd && written != std::numeric_limits<Nanoseconds>::max())
        return {DurationKind::Good, written, written};
    return {DurationKind::Overflowing, 0, written};
}

} // namespace twintrace
