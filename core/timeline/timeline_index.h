// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/counter_graph.h"
#include "core/timeline/event_lane.h"
#include "core/timeline/event_tones.h"
#include "core/timeline/lane_layout.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace twintrace
{

/// Everything about a trace that drawing needs and that does not depend on what is on screen: lanes,
/// summaries, tones. Built once (in the background for large traces), then only read.
class TimelineIndex
{
  public:
    /// Indexes all events. Untimed records (EventFlag kUntimed) are on no screen.
    TimelineIndex(TracePtr trace, const ToneRule& rule, unsigned threads = 0);
    /// The same lanes and tones, but only some events: the hits of a search, or what a filter leaves.
    /// `events` ascend.
    [[nodiscard]] std::shared_ptr<const TimelineIndex> narrowed(std::span<const std::uint32_t> events) const;

    [[nodiscard]] const Trace& trace() const { return *m_trace; }
    [[nodiscard]] TracePtr tracePtr() const { return m_trace; }
    [[nodiscard]] const EventTones& tones() const { return *m_tones; }
    [[nodiscard]] std::uint16_t laneCount(TrackId track) const { return m_layout->laneCount(track); }
    [[nodiscard]] std::uint16_t laneOf(EventId event) const;
    [[nodiscard]] const EventLane& lane(TrackId track, std::uint16_t lane) const;
    [[nodiscard]] std::span<const CounterGraph> counters() const { return *m_counters; }
    /// The instants of a track that rows show, in order of time: all but the profiler's memory records, which
    /// are a graph.
    [[nodiscard]] std::span<const std::uint32_t> instants(TrackId track) const;
    [[nodiscard]] std::uint64_t ownBytes() const;
    /// What the timeline shows at most: all slices, instants and counters.
    [[nodiscard]] TimeWindow wholeWindow() const;

  private:
    TimelineIndex() = default;

    TracePtr m_trace;
    std::shared_ptr<const EventTones> m_tones;
    std::shared_ptr<const LaneLayout> m_layout;
    std::shared_ptr<const std::vector<CounterGraph>> m_counters;
    std::shared_ptr<const std::vector<std::uint32_t>> m_instants; // shown ones, ascending
    std::vector<std::uint32_t> m_firstLane;                       // of each track, in m_lanes
    std::vector<EventLane> m_lanes;
};

using TimelineIndexPtr = std::shared_ptr<const TimelineIndex>;

} // namespace twintrace
