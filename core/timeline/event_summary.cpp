// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/event_summary.h"

#include "core/timeline/selection_links.h"
#include "core/timeline/time_scale.h"

#include <algorithm>
#include <utility>

namespace twintrace
{
namespace
{

std::vector<EventId> ancestorsOf(const Trace& trace, EventId event)
{
    std::vector<EventId> ancestors;
    for (EventId parent = trace.events.parent[event.value()]; parent;
         parent = trace.events.parent[parent.value()])
        ancestors.push_back(parent);
    std::reverse(ancestors.begin(), ancestors.end());
    return ancestors;
}

Nanoseconds selfTime(const Trace& trace, EventId event)
{
    // Children may overlap each other in odd traces, so their union is taken, not their sum.
    const EventRange subtree = subtreeOf(trace, event);
    Nanoseconds covered = 0;
    Nanoseconds reached = trace.begin(event);
    for (std::uint32_t id = subtree.first + 1; id < subtree.last; ++id) {
        if (trace.events.parent[id] != event)
            continue;
        const Nanoseconds begin = std::max(trace.events.begin[id], reached);
        const Nanoseconds end = std::min(trace.end(EventId(id)), trace.end(event));
        if (end > begin) {
            covered += end - begin;
            reached = end;
        }
    }
    return std::max<Nanoseconds>(trace.duration(event) - covered, 0);
}

void addLaunched(const Trace& trace, EventSummary& summary)
{
    std::vector<std::pair<Nanoseconds, Nanoseconds>> spans;
    const EventRange subtree = subtreeOf(trace, summary.event);
    for (std::uint32_t id = subtree.first; id < subtree.last; ++id) {
        if (!isLaunchSide(trace.kind(EventId(id))))
            continue;
        for (const EventId work : trace.links.launchedBy(EventId(id))) {
            ++summary.launchedCount;
            summary.launchedSum = saturatingAdd(summary.launchedSum, trace.duration(work));
            spans.emplace_back(trace.begin(work), trace.end(work));
            if (summary.launched.size() < kShownLaunched)
                summary.launched.push_back(work);
        }
    }
    std::sort(spans.begin(), spans.end());
    Nanoseconds reached = std::numeric_limits<Nanoseconds>::min();
    for (const auto& [begin, end] : spans) {
        if (end > reached)
            summary.launchedUnion = saturatingAdd(summary.launchedUnion, end - std::max(begin, reached));
        reached = std::max(reached, end);
    }
}

} // namespace

EventSummary summarizeEvent(const Trace& trace, EventId event)
{
    EventSummary summary;
    summary.event = event;
    summary.track = trace.trackOf(event);
    summary.total = trace.duration(event);
    summary.self = selfTime(trace, event);
    summary.ancestors = ancestorsOf(trace, event);
    if (isDeviceWork(trace.kind(event))) {
        summary.launch = trace.links.launchOf(event);
        if (summary.launch) {
            summary.opStack = ancestorsOf(trace, summary.launch);
            summary.launchToStart = saturatingSubtract(trace.begin(event), trace.begin(summary.launch));
            summary.launchDelay = saturatingSubtract(trace.begin(event), trace.end(summary.launch));
        }
    } else {
        addLaunched(trace, summary);
    }
    summary.previous = previousSlice(trace, event);
    summary.next = nextSlice(trace, event);
    if (summary.previous && summary.previous != trace.events.parent[event.value()])
        summary.gapBefore = saturatingSubtract(trace.begin(event), trace.end(summary.previous));
    return summary;
}

} // namespace twintrace
