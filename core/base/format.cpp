// SPDX-License-Identifier: MIT
#include "core/base/format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace twintrace {
namespace {

// Three significant digits below 1000, none after the point from 100 on; big values keep all their digits.
std::string threeDigits(double value)
{
    const double magnitude = std::fabs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

}  // namespace

std::string formatDuration(Nanoseconds duration)
{
    const auto value = static_cast<double>(duration);
    const double magnitude = std::fabs(value);
    if (magnitude < 999.5)
        return std::to_string(duration) + " ns";
    if (magnitude < 999.5e3)
        return threeDigits(value / 1e3) + " µs";
    if (magnitude < 999.5e6)
        return threeDigits(value / 1e6) + " ms";
    return threeDigits(value / 1e9) + " s";
}

std::string formatExactDuration(Nanoseconds duration)
{
    return microsecondsText(duration) + " µs";
}

std::string formatCount(std::int64_t count)
{
    std::string digits = std::to_string(count);
    const std::size_t first = digits[0] == '-' ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

std::string formatRatio(double ratio)
{
    return std::isfinite(ratio) ? threeDigits(ratio) + "×" : "–";
}

std::string formatPercent(double share)
{
    if (!std::isfinite(share))
        return "–";
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f %%", std::fabs(share) < 0.0995 ? 1 : 0, share * 100);
    return text.data();
}

std::string formatDelta(Nanoseconds difference)
{
    return difference < 0   ? "−" + formatDuration(-difference)
           : difference > 0 ? "+" + formatDuration(difference)
                            : "0";
}

std::string formatBytes(std::uint64_t bytes)
{
    const auto value = static_cast<double>(bytes);
    if (value < 1e3)
        return std::to_string(bytes) + " B";
    if (value < 1e6)
        return threeDigits(value / 1e3) + " kB";
    if (value < 1e9)
        return threeDigits(value / 1e6) + " MB";
    return threeDigits(value / 1e9) + " GB";
}

}  // namespace twintrace
