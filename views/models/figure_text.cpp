// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/figure_text.h"

#include "core/base/format.h"

#include <cmath>

namespace twintrace
{
namespace
{

const QString kNothing = QStringLiteral("—");

} // namespace

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

QString durationText(Nanoseconds duration)
{
    return textOf(formatDuration(duration));
}

QString exactDurationText(Nanoseconds duration)
{
    return textOf(formatExactDuration(duration));
}

Nanoseconds nanosecondsOf(double microseconds)
{
    return std::isfinite(microseconds) ? std::llround(microseconds * 1e3) : 0;
}

QString millisecondText(std::optional<double> milliseconds)
{
    return milliseconds ? durationText(nanosecondsOf(*milliseconds * 1e3)) : kNothing;
}

QString microsecondText(std::optional<double> microseconds)
{
    return microseconds ? durationText(nanosecondsOf(*microseconds)) : kNothing;
}

QString countText(std::int64_t count)
{
    return textOf(formatCount(count));
}

QString meanCountText(double count)
{
    // Means over iterations are whole where every forward does the same; one decimal says that they do not.
    if (std::abs(count - std::round(count)) < 0.05 || std::abs(count) >= 1000)
        return countText(std::llround(count));
    return QString::number(count, 'f', 1);
}

QString byteText(std::int64_t bytes)
{
    return textOf(formatBytes(bytes < 0 ? 0 : std::uint64_t(bytes)));
}

QString ratioText(double ratio)
{
    return textOf(formatRatio(ratio));
}

QString deltaText(double microseconds)
{
    return textOf(formatDelta(nanosecondsOf(microseconds)));
}

} // namespace twintrace
