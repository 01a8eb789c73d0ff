// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace twintrace
{

/// The events that a search found. Steps go in the order of time over all tracks, without ever sorting ten
/// million hits: each track's hits are in time order already, and the next one is the earliest of the tracks'
/// next ones.
class HitList
{
  public:
    HitList() = default;
    /// `events` ascend.
    HitList(const Trace& trace, std::vector<std::uint32_t> events);

    [[nodiscard]] std::size_t size() const { return m_events.size(); }
    [[nodiscard]] bool isEmpty() const { return m_events.empty(); }
    [[nodiscard]] std::span<const std::uint32_t> events() const { return m_events; }
    [[nodiscard]] bool contains(EventId event) const;

    /// The first hit at or after a time; wraps to the earliest one. Invalid only when there are no hits.
    [[nodiscard]] EventId firstFrom(const Trace& trace, Nanoseconds time) const;
    /// The hit after (before) an event, hit itself or not; wraps around.
    [[nodiscard]] EventId next(const Trace& trace, EventId event) const;
    [[nodiscard]] EventId previous(const Trace& trace, EventId event) const;
    /// How many hits stand before this event in time order: "17 of 234" is ordinal 16.
    [[nodiscard]] std::size_t ordinal(const Trace& trace, EventId event) const;

  private:
    std::vector<std::uint32_t> m_events;
    std::vector<std::uint32_t> m_firstOfTrack; // in m_events, for each track that has hits, and the end
};

} // namespace twintrace
