// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline_index.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace twintrace
{
namespace
{

using LaneIds = std::vector<std::vector<std::uint32_t>>;

std::vector<std::uint32_t> firstLanes(const Trace& trace, const LaneLayout& layout)
{
    std::vector<std::uint32_t> first(1, 0);
    for (std::uint32_t track = 0; track < trace.tracks.size(); ++track)
        first.push_back(first.back() + layout.laneCount(TrackId(track)));
    return first;
}

bool isPlain(const Trace& trace, EventRange range, std::uint16_t laneCount)
{
    if (laneCount != 1)
        return false;
    const auto begin = trace.events.flags.begin() + range.first;
    const auto end = trace.events.flags.begin() + range.last;
    return std::none_of(begin, end, [](std::uint8_t flags) { return (flags & kUntimed) != 0; });
}

std::vector<std::uint32_t> shownInstants(const Trace& trace)
{
    const StringId memory = trace.strings.find(kMemoryRecord);
    std::vector<std::uint32_t> shown;
    for (std::uint32_t i = 0; i < trace.instants.size(); ++i) {
        if (!memory || trace.memory.empty() || trace.instants.name[i] != memory)
            shown.push_back(i);
    }
    return shown;
}

} // namespace

TimelineIndex::TimelineIndex(TracePtr trace, const ToneRule& rule, unsigned threads)
    : m_trace(std::move(trace)), m_tones(std::make_shared<EventTones>(*m_trace, rule)),
      m_layout(std::make_shared<LaneLayout>(*m_trace)),
      m_counters(std::make_shared<std::vector<CounterGraph>>(counterGraphs(m_trace))),
      m_instants(std::make_shared<std::vector<std::uint32_t>>(shownInstants(*m_trace))),
      m_firstLane(firstLanes(*m_trace, *m_layout)), m_lanes(m_firstLane.back())
{
    std::atomic<std::uint32_t> next{0};
    const auto indexTracks = [&] {
        const auto trackCount = static_cast<std::uint32_t>(m_trace->tracks.size());
        for (std::uint32_t track = next++; track < trackCount; track = next++) {
            const EventRange range = m_trace->tracks[track].events;
            const std::uint16_t lanes = m_layout->laneCount(TrackId(track));
            const std::uint32_t first = m_firstLane[track];
            if (isPlain(*m_trace, range, lanes)) {
                m_lanes[first] = EventLane(*m_trace, range, *m_tones);
                continue;
            }
            LaneIds ids(lanes);
            for (std::uint32_t id = range.first; id < range.last; ++id) {
                if (!m_trace->has(EventId(id), kUntimed))
                    ids[m_layout->laneOf(*m_trace, TrackId(track), EventId(id))].push_back(id);
            }
            for (std::uint16_t lane = 0; lane < lanes; ++lane)
                m_lanes[first + lane] = EventLane(*m_trace, std::move(ids[lane]), *m_tones);
        }
    };
    if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());
    constexpr std::size_t kWorthAThread = 200'000;
    const auto useful = static_cast<unsigned>(m_trace->events.size() / kWorthAThread + 1);
    std::vector<std::thread> others;
    for (unsigned i = 1; i < std::min(threads, useful); ++i)
        others.emplace_back(indexTracks);
    indexTracks();
    for (std::thread& other : others)
        other.join();
}

TimelineIndexPtr TimelineIndex::narrowed(std::span<const std::uint32_t> events) const
{
    std::shared_ptr<TimelineIndex> narrow(new TimelineIndex);
    narrow->m_trace = m_trace;
    narrow->m_tones = m_tones;
    narrow->m_layout = m_layout;
    narrow->m_counters = m_counters;
    narrow->m_instants = m_instants;
    narrow->m_firstLane = m_firstLane;
    narrow->m_lanes.resize(m_lanes.size());
    for (std::uint32_t track = 0; track < m_trace->tracks.size(); ++track) {
        const EventRange range = m_trace->tracks[track].events;
        const auto begin = std::lower_bound(events.begin(), events.end(), range.first);
        const auto end = std::lower_bound(begin, events.end(), range.last);
        if (begin == end)
            continue;
        LaneIds ids(m_layout->laneCount(TrackId(track)));
        for (auto id = begin; id != end; ++id) {
            if (!m_trace->has(EventId(*id), kUntimed))
                ids[m_layout->laneOf(*m_trace, TrackId(track), EventId(*id))].push_back(*id);
        }
        for (std::size_t lane = 0; lane < ids.size(); ++lane)
            narrow->m_lanes[m_firstLane[track] + lane] = EventLane(*m_trace, std::move(ids[lane]), *m_tones);
    }
    return narrow;
}

std::uint16_t TimelineIndex::laneOf(EventId event) const
{
    return m_layout->laneOf(*m_trace, m_trace->trackOf(event), event);
}

std::span<const std::uint32_t> TimelineIndex::instants(TrackId track) const
{
    const EventRange range = m_trace->tracks[track.value()].instants;
    const auto first = std::lower_bound(m_instants->begin(), m_instants->end(), range.first);
    const auto last = std::lower_bound(first, m_instants->end(), range.last);
    return {first, last};
}

const EventLane& TimelineIndex::lane(TrackId track, std::uint16_t lane) const
{
    return m_lanes[m_firstLane[track.value()] + lane];
}

std::uint64_t TimelineIndex::ownBytes() const
{
    std::uint64_t bytes = 0;
    for (const EventLane& lane : m_lanes)
        bytes += lane.ownBytes();
    return bytes;
}

TimeWindow TimelineIndex::wholeWindow() const
{
    const Trace::Span span = m_trace->span();
    TimeWindow whole{span.begin, span.end};
    const auto include = [&whole](Nanoseconds first, Nanoseconds last) {
        whole = whole.isEmpty() ? TimeWindow{first, last}
                                : TimeWindow{std::min(whole.begin, first), std::max(whole.end, last)};
    };
    if (m_trace->events.size() == 0) {
        for (const Nanoseconds time : m_trace->instants.time)
            include(time, time);
        for (const CounterSeries& counter : m_trace->counters) {
            if (!counter.time.empty())
                include(counter.time.front(), counter.time.back());
        }
    }
    whole.end = std::max(whole.end, saturatingAdd(whole.begin, kShortestWindow));
    return whole;
}

} // namespace twintrace
