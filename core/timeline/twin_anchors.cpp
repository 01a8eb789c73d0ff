// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/twin_anchors.h"

#include <algorithm>
#include <set>
#include <utility>

namespace twintrace
{
namespace
{

TimeWindow windowOf(const Trace& trace, EventId event)
{
    return {trace.begin(event), trace.end(event)};
}

bool isEarlier(const Trace& trace, EventId one, EventId other)
{
    return std::pair(trace.begin(one), one) < std::pair(trace.begin(other), other);
}

bool isAnnotation(EventKind kind)
{
    return kind == EventKind::UserAnnotation || kind == EventKind::GpuAnnotation;
}

} // namespace

std::optional<TimeWindow> firstKernelWindow(const Trace& trace)
{
    EventId first;
    for (const EventId event : trace.device.event) {
        if (trace.kind(event) == EventKind::Kernel && !trace.has(event, kUntimed) &&
            (!first || isEarlier(trace, event, first)))
            first = event;
    }
    return first ? std::optional(windowOf(trace, first)) : std::nullopt;
}

std::optional<TimeWindow> annotationWindow(const Trace& trace, std::string_view name)
{
    const StringId wanted = trace.strings.find(name);
    if (!wanted)
        return std::nullopt;
    EventId host;
    EventId device;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.events.name[id] != wanted)
            continue;
        const EventKind kind = trace.kind(EventId(id));
        EventId& first = kind == EventKind::UserAnnotation ? host : device;
        if (isAnnotation(kind) && (!first || isEarlier(trace, EventId(id), first)))
            first = EventId(id);
    }
    if (!host && !device)
        return std::nullopt;
    return windowOf(trace, host ? host : device);
}

std::vector<std::string_view> commonAnnotations(const Trace& baseline, const Trace& candidate)
{
    const auto namesOf = [](const Trace& trace) {
        std::vector<std::string_view> names;
        std::vector<bool> seen(trace.strings.size(), false);
        for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
            const StringId name = trace.events.name[id];
            if (!name || seen[name.value()] || !isAnnotation(trace.kind(EventId(id))))
                continue;
            seen[name.value()] = true;
            names.push_back(trace.text(name));
        }
        return names;
    };
    const std::vector<std::string_view> others = namesOf(candidate);
    const std::set<std::string_view> known(others.begin(), others.end());
    std::vector<std::string_view> names = namesOf(baseline);
    std::erase_if(names, [&](std::string_view name) { return !known.contains(name); });
    return names;
}

EventId sameNamedEvent(const Trace& from, EventId event, const Trace& to)
{
    const StringId name = from.events.name[event.value()];
    const StringId wanted = to.strings.find(from.text(name));
    if (!name || !wanted)
        return {};
    const EventKind kind = from.kind(event);
    std::size_t before = 0;
    for (std::uint32_t id = 0; id < from.events.size(); ++id) {
        if (from.events.name[id] == name && from.kind(EventId(id)) == kind &&
            isEarlier(from, EventId(id), event))
            ++before;
    }
    std::vector<EventId> others;
    for (std::uint32_t id = 0; id < to.events.size(); ++id) {
        if (to.events.name[id] == wanted && to.kind(EventId(id)) == kind)
            others.emplace_back(id);
    }
    if (before >= others.size())
        return {};
    const auto place = others.begin() + static_cast<std::ptrdiff_t>(before);
    std::nth_element(others.begin(), place, others.end(),
                     [&](EventId a, EventId b) { return isEarlier(to, a, b); });
    return *place;
}

} // namespace twintrace
