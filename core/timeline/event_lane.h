// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event_columns.h"
#include "core/timeline/event_tones.h"
#include "core/timeline/time_scale.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace twintrace
{

/// What a run of neighbouring events of a lane looks like from afar.
struct LaneSummary {
    Nanoseconds begin = 0;
    float length = 0;        ///< ns from the first begin to the last end
    float longest = 0;       ///< duration of `event`, ns
    std::uint32_t event = 0; ///< the longest of the run: it gives colour and name
    Tone tone = 0;
    std::uint8_t coverage = 0; ///< busy share of the length in 1/255, rounded up
};

/// The events of one lane in time order, with a pyramid of summaries above them, so that a frame costs as
/// many steps as the lane has pixels, not as it has events. 1.5 to 2 bytes an event, and 4 more where the
/// lane's events are not contiguous in the trace.
class EventLane
{
  public:
    /// How many events, and then summaries, go into one summary of the next level. The first step is wider: a
    /// run of 16 begins is two cache lines, and levels of a quarter keep the walk short.
    static constexpr std::uint32_t kFirstFanOut = 16;
    static constexpr std::uint32_t kFanOut = 4;

    EventLane() = default;
    /// All events of a range.
    EventLane(const Trace& trace, EventRange range, const EventTones& tones);
    /// Some events, ascending.
    EventLane(const Trace& trace, std::vector<std::uint32_t> ids, const EventTones& tones);

    [[nodiscard]] std::uint32_t size() const { return m_count; }
    [[nodiscard]] std::uint32_t idAt(std::uint32_t i) const { return m_ids.empty() ? m_first + i : m_ids[i]; }
    [[nodiscard]] std::size_t levelCount() const { return m_levels.size(); }
    [[nodiscard]] std::span<const LaneSummary> level(std::size_t level) const { return m_levels[level]; }
    [[nodiscard]] std::uint64_t ownBytes() const;

    /// Index of the first event that ends after `time` (events of zero length: begins at or after); size() if
    /// none.
    [[nodiscard]] std::uint32_t firstEndingAfter(const Trace& trace, Nanoseconds time) const;
    /// Index of the first event that begins at or after `time`; size() if none.
    [[nodiscard]] std::uint32_t firstBeginningAt(const Trace& trace, Nanoseconds time) const;
    /// The longest event that touches the window; invalid when none does.
    [[nodiscard]] EventId longestIn(const Trace& trace, TimeWindow window) const;

  private:
    void summarize(const Trace& trace, const EventTones& tones);

    std::uint32_t m_first = 0;
    std::uint32_t m_count = 0;
    std::vector<std::uint32_t> m_ids; // empty: contiguous from m_first
    std::vector<std::vector<LaneSummary>> m_levels;
};

} // namespace twintrace
