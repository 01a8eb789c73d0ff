// SPDX-License-Identifier: MIT
#include "core/base/time.h"

#include <charconv>
#include <limits>

namespace twintrace
{
namespace
{

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The digits of the number with the decimal point moved right by `exponent`; -1 where there is no digit.
class ShiftedDigits
{
  public:
    ShiftedDigits(std::string_view whole, std::string_view fraction, long exponent)
        : m_whole(whole), m_fraction(fraction), m_point(static_cast<long>(whole.size()) + exponent)
    {
    }
    [[nodiscard]] long wholeDigits() const { return m_point; }
    // Digit at `place` counted from the point: 0 is the first after it, -1 the last before it.
    [[nodiscard]] int at(long place) const
    {
        const long index = m_point + place;
        if (index < 0)
            return 0;
        const auto i = static_cast<std::size_t>(index);
        if (i < m_whole.size())
            return m_whole[i] - '0';
        if (i - m_whole.size() < m_fraction.size())
            return m_fraction[i - m_whole.size()] - '0';
        return 0;
    }

  private:
    std::string_view m_whole;
    std::string_view m_fraction;
    long m_point;
};

} // namespace

std::optional<ExactMicroseconds> parseMicroseconds(std::string_view text)
{
    std::size_t i = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+'))
        ++i;
    const std::size_t wholeBegin = i;
    while (i < text.size() && isDigit(text[i]))
        ++i;
    const std::string_view whole = text.substr(wholeBegin, i - wholeBegin);
    std::string_view fraction;
    if (i < text.size() && text[i] == '.') {
        const std::size_t begin = ++i;
        while (i < text.size() && isDigit(text[i]))
            ++i;
        fraction = text.substr(begin, i - begin);
    }
    if (whole.empty() && fraction.empty())
        return std::nullopt;
    long exponent = 0;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        if (i < text.size() && text[i] == '+')
            ++i;
        const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), exponent);
        if (error != std::errc() || exponent > 400 || exponent < -400)
            return std::nullopt;
        i = static_cast<std::size_t>(end - text.data());
    }
    if (i != text.size())
        return std::nullopt;

    const ShiftedDigits digits(whole, fraction, exponent);
    std::uint64_t value = 0;
    for (long place = -digits.wholeDigits(); place < 0; ++place) {
        const auto digit = static_cast<std::uint64_t>(digits.at(place));
        if (value > (static_cast<std::uint64_t>(kMax) - digit) / 10)
            return std::nullopt;
        value = value * 10 + digit;
    }
    int rest = digits.at(0) * 100 + digits.at(1) * 10 + digits.at(2);
    if (digits.at(3) >= 5)
        ++rest;
    auto microseconds = static_cast<std::int64_t>(value);
    if (rest == 1000) {
        if (microseconds == kMax)
            return std::nullopt;
        ++microseconds;
        rest = 0;
    }
    if (!negative)
        return ExactMicroseconds{microseconds, rest};
    if (rest == 0)
        return ExactMicroseconds{-microseconds, 0};
    return ExactMicroseconds{-microseconds - 1, 1000 - rest};
}

Nanoseconds sinceOrigin(ExactMicroseconds time, std::int64_t originMicroseconds)
{
    std::int64_t difference = 0;
    std::int64_t scaled = 0;
    std::int64_t sum = 0;
    if (__builtin_sub_overflow(time.microseconds, originMicroseconds, &difference) ||
        __builtin_mul_overflow(difference, std::int64_t{1000}, &scaled) ||
        __builtin_add_overflow(scaled, std::int64_t{time.nanoseconds}, &sum))
        return time.microseconds < originMicroseconds ? kMin : kMax;
    return sum;
}

std::string microsecondsText(Nanoseconds duration)
{
    const bool negative = duration < 0;
    const std::uint64_t magnitude =
        negative ? ~static_cast<std::uint64_t>(duration) + 1 : static_cast<std::uint64_t>(duration);
    std::string text = (negative ? "-" : "") + std::to_string(magnitude / 1000);
    if (const auto rest = static_cast<unsigned>(magnitude % 1000); rest != 0) {
        std::string decimals = std::to_string(1000 + rest).substr(1);
        decimals.erase(decimals.find_last_not_of('0') + 1);
        text += "." + decimals;
    }
    return text;
}

} // namespace twintrace
