// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/twin_alignment.h"

#include <algorithm>
#include <limits>

namespace twintrace
{
namespace
{

/// offset * to / from, rounded to the nearest nanosecond, in 128 bits.
Nanoseconds scaled(Nanoseconds offset, Nanoseconds from, Nanoseconds to)
{
    if (from == to || from <= 0 || to <= 0)
        return offset;
    __extension__ using Wide = __int128;
    const Wide product = static_cast<Wide>(offset) * to;
    const Wide half = from / 2;
    const Wide rounded = (product >= 0 ? product + half : product - half) / from;
    const Wide most = std::numeric_limits<Nanoseconds>::max();
    return static_cast<Nanoseconds>(std::clamp(rounded, -most, most));
}

} // namespace

Nanoseconds TwinAlignment::toCandidate(Nanoseconds baselineTime) const
{
    const Nanoseconds offset = saturatingSubtract(baselineTime, baselineAnchor);
    return saturatingAdd(candidateAnchor, scaled(offset, baselineLength, candidateLength));
}

Nanoseconds TwinAlignment::toBaseline(Nanoseconds candidateTime) const
{
    const Nanoseconds offset = saturatingSubtract(candidateTime, candidateAnchor);
    return saturatingAdd(baselineAnchor, scaled(offset, candidateLength, baselineLength));
}

TimeWindow TwinAlignment::toCandidate(TimeWindow baseline) const
{
    return {toCandidate(baseline.begin), toCandidate(baseline.end)};
}

TimeWindow TwinAlignment::toBaseline(TimeWindow candidate) const
{
    return {toBaseline(candidate.begin), toBaseline(candidate.end)};
}

} // namespace twintrace
