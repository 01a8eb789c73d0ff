// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/hit_list.h"

#include <algorithm>
#include <utility>

namespace twintrace
{
namespace
{

/// Time, and the event id where times are equal: a total order over all tracks.
using Place = std::pair<Nanoseconds, std::uint32_t>;

Place placeOf(const Trace& trace, std::uint32_t event)
{
    return {trace.events.begin[event], event};
}

} // namespace

HitList::HitList(const Trace& trace, std::vector<std::uint32_t> events) : m_events(std::move(events))
{
    std::vector<std::uint32_t> starts;
    for (const Track& track : trace.tracks) {
        if (!track.events.isEmpty())
            starts.push_back(track.events.first);
    }
    std::sort(starts.begin(), starts.end());
    for (const std::uint32_t start : starts) {
        const auto place = std::lower_bound(m_events.begin(), m_events.end(), start);
        const auto first = static_cast<std::uint32_t>(place - m_events.begin());
        if (m_firstOfTrack.empty() || m_firstOfTrack.back() != first)
            m_firstOfTrack.push_back(first);
    }
    if (m_firstOfTrack.empty() || m_firstOfTrack.back() != m_events.size())
        m_firstOfTrack.push_back(static_cast<std::uint32_t>(m_events.size()));
}

bool HitList::contains(EventId event) const
{
    return std::binary_search(m_events.begin(), m_events.end(), event.value());
}

EventId HitList::firstFrom(const Trace& trace, Nanoseconds time) const
{
    std::uint32_t best = 0;
    bool hasBest = false;
    std::uint32_t earliest = 0;
    bool hasEarliest = false;
    for (std::size_t i = 0; i + 1 < m_firstOfTrack.size(); ++i) {
        const auto begin = m_events.begin() + m_firstOfTrack[i];
        const auto end = m_events.begin() + m_firstOfTrack[i + 1];
        if (begin == end)
            continue;
        if (!hasEarliest || placeOf(trace, *begin) < placeOf(trace, earliest))
            earliest = *begin;
        hasEarliest = true;
        const auto found = std::lower_bound(begin, end, time, [&](std::uint32_t id, Nanoseconds value) {
            return trace.events.begin[id] < value;
        });
        if (found != end && (!hasBest || placeOf(trace, *found) < placeOf(trace, best))) {
            best = *found;
            hasBest = true;
        }
    }
    if (hasBest)
        return EventId(best);
    return hasEarliest ? EventId(earliest) : EventId();
}

EventId HitList::next(const Trace& trace, EventId event) const
{
    const Place from = placeOf(trace, event.value());
    std::uint32_t best = 0;
    bool hasBest = false;
    for (std::size_t i = 0; i + 1 < m_firstOfTrack.size(); ++i) {
        const auto begin = m_events.begin() + m_firstOfTrack[i];
        const auto end = m_events.begin() + m_firstOfTrack[i + 1];
        const auto found = std::upper_bound(begin, end, from, [&](const Place& value, std::uint32_t id) {
            return value < placeOf(trace, id);
        });
        if (found != end && (!hasBest || placeOf(trace, *found) < placeOf(trace, best))) {
            best = *found;
            hasBest = true;
        }
    }
    return hasBest ? EventId(best) : firstFrom(trace, std::numeric_limits<Nanoseconds>::min());
}

EventId HitList::previous(const Trace& trace, EventId event) const
{
    const Place from = placeOf(trace, event.value());
    std::uint32_t best = 0;
    bool hasBest = false;
    std::uint32_t latest = 0;
    bool hasLatest = false;
    for (std::size_t i = 0; i + 1 < m_firstOfTrack.size(); ++i) {
        const auto begin = m_events.begin() + m_firstOfTrack[i];
        const auto end = m_events.begin() + m_firstOfTrack[i + 1];
        if (begin == end)
            continue;
        if (!hasLatest || placeOf(trace, *(end - 1)) > placeOf(trace, latest))
            latest = *(end - 1);
        hasLatest = true;
        const auto after = std::lower_bound(begin, end, from, [&](std::uint32_t id, const Place& value) {
            return placeOf(trace, id) < value;
        });
        if (after != begin && (!hasBest || placeOf(trace, *(after - 1)) > placeOf(trace, best))) {
            best = *(after - 1);
            hasBest = true;
        }
    }
    if (hasBest)
        return EventId(best);
    return hasLatest ? EventId(latest) : EventId();
}

std::size_t HitList::ordinal(const Trace& trace, EventId event) const
{
    const Place from = placeOf(trace, event.value());
    std::size_t before = 0;
    for (std::size_t i = 0; i + 1 < m_firstOfTrack.size(); ++i) {
        const auto begin = m_events.begin() + m_firstOfTrack[i];
        const auto end = m_events.begin() + m_firstOfTrack[i + 1];
        const auto after = std::lower_bound(begin, end, from, [&](std::uint32_t id, const Place& value) {
            return placeOf(trace, id) < value;
        });
        before += static_cast<std::size_t>(after - begin);
    }
    return before;
}

} // namespace twintrace
