// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/load_trace.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace twintrace::test
{

inline void require(bool isTrue, const char* claim)
{
    if (isTrue)
        return;
    std::fprintf(stderr, "The trace is not sound: %s\n", claim);
    std::abort();
}

/// What every trace promises, however odd its file was; aborts when one of the promises is broken.
inline void requireSound(const Result<TracePtr>& loaded)
{
    if (!loaded) {
        require(!loaded.error().message.empty(), "a refusal has a sentence");
        return;
    }
    const Trace& trace = **loaded;
    const EventColumns& events = trace.events;
    std::uint32_t next = 0;
    for (const Track& track : trace.tracks) {
        require(track.events.first == next, "tracks cover the events without gaps");
        next = track.events.last;
        for (std::uint32_t i = track.events.first; i < track.events.last; ++i) {
            require(events.duration[i] >= 0, "durations are not negative");
            require(i == track.events.first || events.begin[i - 1] <= events.begin[i], "events are sorted");
            require(events.depth[i] < track.depthCount, "lanes are counted");
            require(!events.name[i] || events.name[i].value() < trace.strings.size(), "names exist");
            const EventId parent = events.parent[i];
            require(!parent || (parent.value() < i && parent.value() >= track.events.first &&
                                trace.end(parent) >= trace.end(EventId(i))),
                    "parents enclose their children");
        }
    }
    require(next == events.size(), "every event has a track");
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        require(trace.device.stream[row].value() < trace.streams.size(), "streams exist");
        require(trace.deviceRow(trace.device.event[row]) == row, "device rows are sorted");
    }
    require(trace.report.events >= events.size() - trace.report.unclosedBegins || trace.report.events > 0,
            "slices come from events");
}

} // namespace twintrace::test
