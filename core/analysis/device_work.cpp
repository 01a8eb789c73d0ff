// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device_work.h"

#include <algorithm>

namespace twintrace
{

std::vector<DeviceItem> timedDeviceWork(const Trace& trace)
{
    std::vector<DeviceItem> items;
    items.reserve(trace.device.size());
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        if (trace.has(event, kUntimed))
            continue;
        items.push_back({trace.begin(event), trace.end(event), event, trace.links.launchOf(event),
                         trace.device.stream[row], trace.kind(event)});
    }
    const auto before = [](const DeviceItem& a, const DeviceItem& b) {
        if (a.begin != b.begin)
            return a.begin < b.begin;
        return a.end != b.end ? a.end > b.end : a.event < b.event;
    };
    if (!std::is_sorted(items.begin(), items.end(), before))
        std::sort(items.begin(), items.end(), before);
    return items;
}

Nanoseconds unionLength(std::span<const DeviceItem> items)
{
    Nanoseconds total = 0;
    Nanoseconds covered = 0;
    bool isFirst = true;
    for (const DeviceItem& item : items) {
        if (isFirst || item.begin >= covered) {
            total += item.end - item.begin;
            covered = item.end;
            isFirst = false;
        } else if (item.end > covered) {
            total += item.end - covered;
            covered = item.end;
        }
    }
    return total;
}

StringId deviceOf(const Trace& trace, StreamId stream)
{
    return stream ? trace.streams[stream.value()].device : StringId();
}

} // namespace twintrace
