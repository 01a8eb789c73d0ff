// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

namespace twintrace
{

/// A half-open stretch of time, in nanoseconds of one trace.
struct TimeWindow {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;

    /// Saturates, so that hostile traces cannot overflow it.
    [[nodiscard]] Nanoseconds duration() const;
    [[nodiscard]] bool contains(Nanoseconds time) const { return time >= begin && time < end; }
    [[nodiscard]] bool isEmpty() const { return end <= begin; }
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
};

/// The closest that one may zoom: 20 ns a screen; below that there is nothing that a trace could show.
inline constexpr Nanoseconds kShortestWindow = 20;

/// Time and pixels of one window on `width` pixels. Positions are doubles; a window of 2^53 ns (104 days) is
/// exact to the nanosecond, and differences are taken from the window's begin first.
class TimeScale
{
  public:
    TimeScale(TimeWindow window, double width);

    [[nodiscard]] double pixelOf(Nanoseconds time) const;
    [[nodiscard]] double pixelsOf(Nanoseconds duration) const;
    /// The time at a pixel, rounded down; saturates.
    [[nodiscard]] Nanoseconds timeAt(double pixel) const;
    [[nodiscard]] double nanosecondsPerPixel() const { return m_nanosecondsPerPixel; }
    [[nodiscard]] TimeWindow window() const { return m_window; }
    [[nodiscard]] double width() const { return m_width; }

  private:
    TimeWindow m_window;
    double m_width;
    double m_nanosecondsPerPixel;
    double m_pixelsPerNanosecond;
};

/// `window` moved and, where it is longer than `limits`, shortened so that it lies within; at least
/// kShortestWindow.
[[nodiscard]] TimeWindow clampedWindow(TimeWindow window, TimeWindow limits);
/// `window` scaled by `factor` (below 1 zooms in) so that `anchor` stays where it is.
[[nodiscard]] TimeWindow zoomedWindow(TimeWindow window, double factor, Nanoseconds anchor,
                                      TimeWindow limits);
/// `window` moved by `delta`; keeps its length and stops at the limits.
[[nodiscard]] TimeWindow pannedWindow(TimeWindow window, Nanoseconds delta, TimeWindow limits);
/// A window that shows `part` with a margin of 5 % at both sides.
[[nodiscard]] TimeWindow windowAround(TimeWindow part, TimeWindow limits);

/// a - b, held at the ends of the range instead of overflowing.
[[nodiscard]] Nanoseconds saturatingSubtract(Nanoseconds a, Nanoseconds b);

} // namespace twintrace
