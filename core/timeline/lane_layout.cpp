// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/lane_layout.h"

#include <algorithm>

namespace twintrace
{
namespace
{

bool hasCrossings(const Trace& trace, EventRange range)
{
    const auto begin = trace.events.flags.begin() + range.first;
    const auto end = trace.events.flags.begin() + range.last;
    return std::any_of(begin, end, [](std::uint8_t flags) { return (flags & kCrossesParent) != 0; });
}

std::uint16_t deepest(const Trace& trace, EventRange range)
{
    const auto begin = trace.events.depth.begin() + range.first;
    const auto end = trace.events.depth.begin() + range.last;
    return begin == end ? std::uint16_t(0) : *std::max_element(begin, end);
}

/// First fit, below the parent. Events come sorted by begin, so a lane is free when its last event has ended.
std::vector<std::uint16_t> firstFit(const Trace& trace, EventRange range)
{
    std::vector<std::uint16_t> lanes(range.size(), 0);
    std::vector<Nanoseconds> freeFrom;
    for (std::uint32_t i = range.first; i < range.last; ++i) {
        const EventId parent = trace.events.parent[i];
        std::size_t lane = 0;
        if (parent && parent.value() >= range.first && parent.value() < i)
            lane = lanes[parent.value() - range.first] + std::size_t(1);
        const Nanoseconds begin = trace.events.begin[i];
        while (lane < freeFrom.size() && freeFrom[lane] > begin)
            ++lane;
        lane = std::min<std::size_t>(lane, kMostLanes - 1U);
        if (lane >= freeFrom.size())
            freeFrom.resize(lane + 1, std::numeric_limits<Nanoseconds>::min());
        freeFrom[lane] = std::max(freeFrom[lane], trace.events.end(EventId(i)));
        lanes[i - range.first] = static_cast<std::uint16_t>(lane);
    }
    return lanes;
}

} // namespace

LaneLayout::LaneLayout(const Trace& trace)
{
    m_laneCount.reserve(trace.tracks.size());
    for (std::uint32_t track = 0; track < trace.tracks.size(); ++track) {
        const EventRange range = trace.tracks[track].events;
        std::uint16_t last = 0;
        if (hasCrossings(trace, range)) {
            std::vector<std::uint16_t> lanes = firstFit(trace, range);
            last = *std::max_element(lanes.begin(), lanes.end());
            m_lanes.emplace(track, std::move(lanes));
        } else {
            last = deepest(trace, range);
        }
        m_laneCount.push_back(static_cast<std::uint16_t>(std::min<int>(last + 1, kMostLanes)));
    }
}

std::uint16_t LaneLayout::laneOf(const Trace& trace, TrackId track, EventId event) const
{
    const auto found = m_lanes.find(track.value());
    if (found != m_lanes.end())
        return found->second[event.value() - trace.tracks[track.value()].events.first];
    return std::min<std::uint16_t>(trace.events.depth[event.value()], kMostLanes - 1);
}

} // namespace twintrace
