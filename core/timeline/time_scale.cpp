// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/time_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace twintrace
{
namespace
{

constexpr Nanoseconds kMost = std::numeric_limits<Nanoseconds>::max();
constexpr Nanoseconds kLeast = std::numeric_limits<Nanoseconds>::min();

Nanoseconds saturatedRound(double value)
{
    if (value >= 9.2e18)
        return kMost;
    if (value <= -9.2e18)
        return kLeast;
    return static_cast<Nanoseconds>(std::llround(value));
}

} // namespace

Nanoseconds saturatingSubtract(Nanoseconds a, Nanoseconds b)
{
    Nanoseconds difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return b < 0 ? kMost : kLeast;
    return difference;
}

Nanoseconds TimeWindow::duration() const
{
    return end <= begin ? 0 : saturatingSubtract(end, begin);
}

TimeScale::TimeScale(TimeWindow window, double width) : m_window(window), m_width(std::max(width, 1.0))
{
    // An empty window still maps: one nanosecond over the whole width.
    const auto length = static_cast<double>(std::max<Nanoseconds>(window.duration(), 1));
    m_nanosecondsPerPixel = length / m_width;
    m_pixelsPerNanosecond = m_width / length;
}

double TimeScale::pixelOf(Nanoseconds time) const
{
    Nanoseconds sinceBegin = 0;
    if (__builtin_sub_overflow(time, m_window.begin, &sinceBegin))
        return (static_cast<double>(time) - static_cast<double>(m_window.begin)) * m_pixelsPerNanosecond;
    return static_cast<double>(sinceBegin) * m_pixelsPerNanosecond;
}

double TimeScale::pixelsOf(Nanoseconds duration) const
{
    return static_cast<double>(duration) * m_pixelsPerNanosecond;
}

Nanoseconds TimeScale::timeAt(double pixel) const
{
    // A window over the whole range of 64 bits is longer than 64 bits can say.
    __extension__ using Wide = __int128;
    const double offset = std::clamp(std::floor(pixel * m_nanosecondsPerPixel), -3.7e19, 3.7e19);
    const Wide time = Wide(m_window.begin) + static_cast<Wide>(offset);
    return static_cast<Nanoseconds>(std::clamp(time, Wide(kLeast), Wide(kMost)));
}

TimeWindow clampedWindow(TimeWindow window, TimeWindow limits)
{
    const Nanoseconds room = std::max(limits.duration(), kShortestWindow);
    const Nanoseconds length = std::clamp(window.duration(), kShortestWindow, room);
    const Nanoseconds lastBegin =
        std::max(saturatingSubtract(saturatingAdd(limits.begin, room), length), limits.begin);
    const Nanoseconds begin = std::clamp(window.begin, limits.begin, lastBegin);
    return {begin, saturatingAdd(begin, length)};
}

TimeWindow zoomedWindow(TimeWindow window, double factor, Nanoseconds anchor, TimeWindow limits)
{
    const auto length = static_cast<double>(std::max<Nanoseconds>(window.duration(), 1));
    const double share = static_cast<double>(saturatingSubtract(anchor, window.begin)) / length;
    const Nanoseconds room = std::max(limits.duration(), kShortestWindow);
    const Nanoseconds wanted = std::clamp(saturatedRound(length * factor), kShortestWindow, room);
    const Nanoseconds begin = saturatingSubtract(anchor, saturatedRound(share * static_cast<double>(wanted)));
    return clampedWindow({begin, saturatingAdd(begin, wanted)}, limits);
}

TimeWindow pannedWindow(TimeWindow window, Nanoseconds delta, TimeWindow limits)
{
    // Clamped before the end is added: a delta without bounds must not cost the window its length.
    const TimeWindow inside = clampedWindow(window, limits);
    const Nanoseconds last = std::max(saturatingSubtract(limits.end, inside.duration()), limits.begin);
    const Nanoseconds begin = std::clamp(saturatingAdd(window.begin, delta), limits.begin, last);
    return {begin, saturatingAdd(begin, inside.duration())};
}

TimeWindow windowAround(TimeWindow part, TimeWindow limits)
{
    const Nanoseconds margin = std::max<Nanoseconds>(part.duration() / 20, 1);
    return clampedWindow({saturatingSubtract(part.begin, margin), saturatingAdd(part.end, margin)}, limits);
}

} // namespace twintrace
