// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <optional>
#include <vector>

namespace twintrace
{

/// What is known about one event without reading its args again.
struct EventSummary {
    EventId event;
    TrackId track;
    Nanoseconds total = 0;                    ///< its duration
    Nanoseconds self = 0;                     ///< without the events directly inside it
    std::vector<EventId> ancestors;           ///< from the outermost to its parent
    EventId launch;                           ///< of device work
    std::vector<EventId> opStack;             ///< what enclosed the launch, outermost first
    std::size_t launchedCount = 0;            ///< pieces of device work launched by it or inside it
    Nanoseconds launchedSum = 0;              ///< their durations
    Nanoseconds launchedUnion = 0;            ///< time during which at least one of them ran
    std::vector<EventId> launched;            ///< the first of them (at most kShownLaunched)
    std::optional<Nanoseconds> launchToStart; ///< device work: start minus the start of its launch
    std::optional<Nanoseconds> launchDelay;   ///< device work: start minus the end of its launch
    EventId previous;                         ///< neighbours on its track
    EventId next;
    std::optional<Nanoseconds> gapBefore; ///< to the previous event's end; negative when they overlap
};
inline constexpr std::size_t kShownLaunched = 50;

/// Looks an event up; total for every valid id.
[[nodiscard]] EventSummary summarizeEvent(const Trace& trace, EventId event);

} // namespace twintrace
