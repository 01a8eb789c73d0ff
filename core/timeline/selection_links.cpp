// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/selection_links.h"

#include <algorithm>

namespace twintrace
{
namespace
{

EventRange trackRange(const Trace& trace, EventId event)
{
    const TrackId track = trace.trackOf(event);
    return track ? trace.tracks[track.value()].events : EventRange{event.value(), event.value() + 1};
}

void addLaunched(const Trace& trace, EventId launch, std::size_t most, std::vector<EventLink>& links)
{
    for (const EventId work : trace.links.launchedBy(launch)) {
        if (links.size() >= most)
            return;
        links.push_back({launch, work, true});
    }
}

} // namespace

EventRange subtreeOf(const Trace& trace, EventId event)
{
    const EventRange range = trackRange(trace, event);
    EventRange subtree{event.value(), event.value() + 1};
    const Nanoseconds end = trace.end(event);
    while (subtree.last < range.last &&
           trace.events.depth[subtree.last] > trace.events.depth[event.value()] &&
           trace.events.begin[subtree.last] <= end)
        ++subtree.last;
    return subtree;
}

std::vector<EventLink> linksOf(const Trace& trace, EventId event, std::size_t most)
{
    std::vector<EventLink> links;
    if (!event || event.value() >= trace.events.size())
        return links;
    const EventKind kind = trace.kind(event);
    if (isDeviceWork(kind)) {
        if (const EventId launch = trace.links.launchOf(event))
            links.push_back({launch, event, true});
    } else if (isLaunchSide(kind)) {
        addLaunched(trace, event, most, links);
    } else {
        const EventRange subtree = subtreeOf(trace, event);
        for (std::uint32_t id = subtree.first; id < subtree.last && links.size() < most; ++id) {
            if (isLaunchSide(trace.kind(EventId(id))))
                addLaunched(trace, EventId(id), most, links);
        }
    }
    for (const Flow& flow : trace.flows) {
        if (links.size() >= most)
            break;
        if ((flow.from == event || flow.to == event) && trace.links.launchOf(flow.to) != flow.from)
            links.push_back({flow.from, flow.to, false});
    }
    return links;
}

EventId followForward(const Trace& trace, EventId event)
{
    if (!event)
        return {};
    if (const EventId launch = trace.links.launchOf(event)) {
        const std::span<const EventId> work = trace.links.launchedBy(launch);
        const auto place = std::find(work.begin(), work.end(), event);
        if (place != work.end() && place + 1 != work.end())
            return *(place + 1);
    }
    for (const EventLink& link : linksOf(trace, event, 1)) {
        if (link.to != event)
            return link.to;
    }
    for (const Flow& flow : trace.flows) {
        if (flow.from == event)
            return flow.to;
    }
    return {};
}

EventId followBackward(const Trace& trace, EventId event)
{
    if (!event)
        return {};
    if (const EventId launch = trace.links.launchOf(event))
        return launch;
    for (const Flow& flow : trace.flows) {
        if (flow.to == event)
            return flow.from;
    }
    return {};
}

EventId nextSlice(const Trace& trace, EventId event)
{
    const EventRange range = trackRange(trace, event);
    for (std::uint32_t id = event.value() + 1; id < range.last; ++id) {
        if (trace.events.depth[id] <= trace.events.depth[event.value()])
            return EventId(id);
    }
    return {};
}

EventId previousSlice(const Trace& trace, EventId event)
{
    const EventRange range = trackRange(trace, event);
    for (std::uint32_t id = event.value(); id > range.first; --id) {
        if (trace.events.depth[id - 1] <= trace.events.depth[event.value()])
            return EventId(id - 1);
    }
    return {};
}

EventId firstChild(const Trace& trace, EventId event)
{
    const EventRange subtree = subtreeOf(trace, event);
    return subtree.size() > 1 ? EventId(subtree.first + 1) : EventId();
}

} // namespace twintrace
