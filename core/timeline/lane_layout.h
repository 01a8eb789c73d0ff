// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Which lane of its track an event is drawn in. Nested events go below their parent, so the lane is the
/// depth; where events of a track overlap without nesting (one stream, two kernels), later ones take the
/// first free lane below. Within a lane no two events overlap, so begins and ends both ascend.
class LaneLayout
{
  public:
    LaneLayout() = default;
    explicit LaneLayout(const Trace& trace);

    [[nodiscard]] std::uint16_t laneCount(TrackId track) const { return m_laneCount[track.value()]; }
    [[nodiscard]] std::uint16_t laneOf(const Trace& trace, TrackId track, EventId event) const;

  private:
    std::vector<std::uint16_t> m_laneCount; // of each track, at least 1
    // Only tracks with overlaps that do not nest: the lane of each of their events.
    std::unordered_map<std::uint32_t, std::vector<std::uint16_t>> m_lanes;
};

/// Lanes beyond this are folded into the last one: a screen shows fewer.
inline constexpr std::uint16_t kMostLanes = 256;

} // namespace twintrace
