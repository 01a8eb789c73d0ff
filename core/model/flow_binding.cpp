// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/flow_binding.h"

#include <algorithm>
#include <tuple>

namespace twintrace
{
namespace
{

// The innermost slice of the track that is open at `time`; the outermost of those that start just then, since
// Kineto stamps an arrow's end with the begin of the very event it belongs to.
EventId enclosingSlice(const Trace& trace, const Track& track, Nanoseconds time)
{
    const auto columnBegin = trace.events.begin.begin();
    const auto first = columnBegin + track.events.first;
    const auto last = columnBegin + track.events.last;
    const auto starting = std::lower_bound(first, last, time);
    if (starting != last && *starting == time)
        return EventId(static_cast<std::uint32_t>(starting - columnBegin));
    if (starting == first)
        return {};
    EventId id(static_cast<std::uint32_t>(starting - columnBegin - 1));
    while (id && trace.end(id) < time)
        id = trace.events.parent[id.value()];
    return id;
}

EventId nextSlice(const Trace& trace, const Track& track, Nanoseconds time)
{
    const auto columnBegin = trace.events.begin.begin();
    const auto last = columnBegin + track.events.last;
    const auto next = std::lower_bound(columnBegin + track.events.first, last, time);
    return next == last ? EventId() : EventId(static_cast<std::uint32_t>(next - columnBegin));
}

EventId boundSlice(const Trace& trace, const StagedFlow& flow)
{
    const Track& track = trace.tracks[flow.track.value()];
    return flow.phase != FlowPhase::End || flow.bindsToEnclosing ? enclosingSlice(trace, track, flow.time)
                                                                 : nextSlice(trace, track, flow.time);
}

} // namespace

FlowOutcome bindFlows(std::vector<StagedFlow> flows, Trace& trace)
{
    // Starts before steps before ends at one time: skewed clocks may put an end before its start, which then
    // goes to the first start of its key.
    std::ranges::stable_sort(
        flows, {}, [](const StagedFlow& flow) { return std::make_tuple(flow.key, flow.time, flow.phase); });
    FlowOutcome outcome;
    for (std::size_t group = 0; group < flows.size();) {
        std::size_t groupEnd = group;
        while (groupEnd < flows.size() && flows[groupEnd].key == flows[group].key)
            ++groupEnd;
        std::size_t source = groupEnd; // the start or step an end hangs on
        for (std::size_t i = group; i < groupEnd && source == groupEnd; ++i) {
            if (flows[i].phase == FlowPhase::Start)
                source = i;
        }
        const bool hasStart = source != groupEnd;
        std::size_t arrows = 0;
        for (std::size_t i = group; i < groupEnd; ++i) {
            if (flows[i].phase == FlowPhase::Start) {
                source = i;
                continue;
            }
            if (!hasStart) {
                outcome.endsWithoutStart += flows[i].phase == FlowPhase::End;
                continue;
            }
            const EventId from = boundSlice(trace, flows[source]);
            const EventId to = boundSlice(trace, flows[i]);
            if (from && to && from != to) {
                trace.flows.push_back({from, to, flows[i].category});
                ++arrows;
            }
            if (flows[i].phase == FlowPhase::Step)
                source = i;
        }
        outcome.startsWithoutEnd += hasStart && arrows == 0;
        group = groupEnd;
    }
    std::ranges::sort(trace.flows, {}, [](const Flow& flow) { return std::make_pair(flow.from, flow.to); });
    return outcome;
}

} // namespace twintrace
