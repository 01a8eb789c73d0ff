// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_times.h"

#include "core/import/json_text.h"

#include <limits>

namespace twintrace
{
namespace
{

// Numbers that were negative before they were written as unsigned 64-bit picoseconds: PyTorch's events that
// never ended have 2^64 / 10^6 microseconds (213 days). Within 1 % below it, from kFirstOverflowing on.
constexpr std::int64_t kOverflowEnd = 18446744073710;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isJsonSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isJsonSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool readOddMicroseconds(std::string_view raw, ExactMicroseconds& time)
{
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
    const bool isReadable = readMicroseconds(raw, 0, exact);
    if (isReadable && exact.microseconds >= 0 && exact.microseconds < kFirstOverflowing) {
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
