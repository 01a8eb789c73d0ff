// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/duration_ticker.h"

#include "core/base/format.h"

#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kNanosecondsPerMillisecond = 1e6;

// Ticks stand at round numbers: "100 ms", not "100.0 ms".
QString roundText(double milliseconds)
{
    const double size = std::abs(milliseconds);
    if (size == 0)
        return QStringLiteral("0");
    if (size >= 1000)
        return QString::number(milliseconds / 1000, 'g', 4) + QStringLiteral(" s");
    if (size >= 1)
        return QString::number(milliseconds, 'g', 4) + QStringLiteral(" ms");
    if (size >= 1e-3)
        return QString::number(milliseconds * 1e3, 'g', 4) + QStringLiteral(" µs");
    return QString::number(milliseconds * 1e6, 'g', 4) + QStringLiteral(" ns");
}

} // namespace

QString millisecondsText(double milliseconds)
{
    return QString::fromStdString(formatDuration(std::llround(milliseconds * kNanosecondsPerMillisecond)));
}

QString microsecondsLabel(double microseconds)
{
    return millisecondsText(microseconds / 1000);
}

QString LogDurationTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return roundText(tick);
}

QString DurationTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return roundText(tick);
}

QString CountTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    if (std::abs(tick - std::round(tick)) > 1e-6 * std::max(1.0, std::abs(tick)))
        return QString::number(tick, 'g', 3);
    return QString::fromStdString(formatCount(std::llround(tick)));
}

} // namespace twintrace
