// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/plot_library.h"

namespace twintrace
{

/// A duration in milliseconds as people read it: "1.61 ms", "13.3 s".
[[nodiscard]] QString millisecondsText(double milliseconds);
/// The same for microseconds.
[[nodiscard]] QString microsecondsLabel(double microseconds);

/// Ticks at powers of ten, written as durations; the axis counts milliseconds.
class LogDurationTicker : public QCPAxisTickerLog
{
  protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

/// Evenly spaced ticks written as durations; the axis counts milliseconds.
class DurationTicker : public QCPAxisTicker
{
  protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

/// Whole numbers with groups: 10,000.
class CountTicker : public QCPAxisTicker
{
  protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

} // namespace twintrace
