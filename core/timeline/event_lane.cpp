// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/event_lane.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace twintrace
{
namespace
{

struct Run {
    LaneSummary summary;
    Nanoseconds end = 0;
    double busy = 0;

    void close(std::vector<LaneSummary>& level)
    {
        const auto length = static_cast<double>(saturatingSubtract(end, summary.begin));
        // Rounded up, so that a summary never ends before its last event.
        summary.length = std::nextafter(static_cast<float>(length), std::numeric_limits<float>::max());
        const double share = length > 0 ? std::min(busy / length, 1.0) : 1.0;
        summary.coverage = static_cast<std::uint8_t>(std::ceil(share * 255));
        level.push_back(summary);
    }
};

Nanoseconds endOf(const LaneSummary& summary)
{
    return saturatingAdd(summary.begin, static_cast<Nanoseconds>(std::min(summary.length, 9.2e18F)));
}

} // namespace

EventLane::EventLane(const Trace& trace, EventRange range, const EventTones& tones)
    : m_first(range.first), m_count(range.size())
{
    summarize(trace, tones);
}

EventLane::EventLane(const Trace& trace, std::vector<std::uint32_t> ids, const EventTones& tones)
    : m_count(static_cast<std::uint32_t>(ids.size())), m_ids(std::move(ids))
{
    m_ids.shrink_to_fit();
    summarize(trace, tones);
}

void EventLane::summarize(const Trace& trace, const EventTones& tones)
{
    if (m_count <= kFirstFanOut)
        return;
    std::vector<LaneSummary>& ground = m_levels.emplace_back();
    ground.reserve((m_count + kFirstFanOut - 1) / kFirstFanOut);
    for (std::uint32_t first = 0; first < m_count; first += kFirstFanOut) {
        Run run;
        run.summary.begin = trace.events.begin[idAt(first)];
        run.end = run.summary.begin;
        run.summary.longest = -1;
        const std::uint32_t last = std::min(first + kFirstFanOut, m_count);
        for (std::uint32_t i = first; i < last; ++i) {
            const std::uint32_t id = idAt(i);
            const Nanoseconds duration = trace.events.duration[id];
            run.end = std::max(run.end, trace.events.end(EventId(id)));
            run.busy += static_cast<double>(duration);
            if (static_cast<float>(duration) > run.summary.longest) {
                run.summary.longest = static_cast<float>(duration);
                run.summary.event = id;
            }
        }
        run.summary.tone = tones.of(trace, EventId(run.summary.event));
        run.close(ground);
    }
    while (m_levels.back().size() > kFirstFanOut) {
        const std::vector<LaneSummary>& below = m_levels.back();
        std::vector<LaneSummary> level;
        level.reserve((below.size() + kFanOut - 1) / kFanOut);
        for (std::size_t first = 0; first < below.size(); first += kFanOut) {
            Run run;
            run.summary = below[first];
            run.end = run.summary.begin;
            const std::size_t last = std::min<std::size_t>(first + kFanOut, below.size());
            for (std::size_t i = first; i < last; ++i) {
                const LaneSummary& part = below[i];
                run.end = std::max(run.end, endOf(part));
                run.busy += static_cast<double>(part.length) * part.coverage / 255.0;
                if (part.longest > run.summary.longest) {
                    run.summary.longest = part.longest;
                    run.summary.event = part.event;
                    run.summary.tone = part.tone;
                }
            }
            run.close(level);
        }
        m_levels.push_back(std::move(level));
    }
}

std::uint64_t EventLane::ownBytes() const
{
    std::uint64_t bytes = m_ids.capacity() * sizeof(std::uint32_t);
    for (const std::vector<LaneSummary>& level : m_levels)
        bytes += level.capacity() * sizeof(LaneSummary);
    return bytes;
}

std::uint32_t EventLane::firstEndingAfter(const Trace& trace, Nanoseconds time) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const EventId id(idAt(middle));
        const bool isBefore = trace.begin(id) < time && trace.end(id) <= time;
        if (isBefore)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::uint32_t EventLane::firstBeginningAt(const Trace& trace, Nanoseconds time) const
{
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (trace.events.begin[idAt(middle)] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

EventId EventLane::longestIn(const Trace& trace, TimeWindow window) const
{
    EventId longest;
    Nanoseconds most = -1;
    const auto take = [&](std::uint32_t id) {
        if (trace.events.duration[id] > most) {
            most = trace.events.duration[id];
            longest = EventId(id);
        }
    };
    std::uint32_t i = firstEndingAfter(trace, window.begin);
    while (i < m_count && trace.events.begin[idAt(i)] < window.end) {
        // Whole runs inside the window are answered by their summary.
        const std::uint32_t run = i / kFirstFanOut;
        if (!m_levels.empty() && i % kFirstFanOut == 0 && endOf(m_levels[0][run]) < window.end) {
            take(m_levels[0][run].event);
            i += kFirstFanOut;
            continue;
        }
        take(idAt(i));
        ++i;
    }
    return longest;
}

} // namespace twintrace
