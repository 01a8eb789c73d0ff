// SPDX-License-Identifier: MIT
#include "core/base/format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace twintrace
{
namespace
{

// Three significant digits below 1000, none after the point from 100 on; big values keep all their digits.
std::string threeDigits(double value)
{
    const double magnitude = std::fabs(value);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

} // namespace

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
    const std::string digits = std::to_string(count);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t after = digits.size() - i; // digits still to come, this one included
        if (after % 3 == 0 && i > 0 && digits[i - 1] != '-')
            text += ',';
        text += digits[i];
    }
    return text;
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
    if (difference == 0)
        return "0";
    std::string text = difference < 0 ? "−" : "+";
    text += formatDuration(difference < 0 ? saturatingNegate(difference) : difference);
    return text;
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

} // namespace twintrace
