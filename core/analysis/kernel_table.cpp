// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/kernel_table.h"

#include "core/analysis/cpu_kernels.h"

#include <algorithm>
#include <unordered_map>

namespace twintrace
{
namespace
{

using Durations = std::unordered_map<StringId, std::vector<std::pair<Nanoseconds, EventId>>>;

/// For each execution, how far it runs into the next start on its stream.
std::unordered_map<StringId, Nanoseconds> overruns(const Trace& trace, const std::vector<DeviceItem>& device)
{
    std::unordered_map<StringId, Nanoseconds> total;
    std::unordered_map<StreamId, const DeviceItem*> previous;
    for (const DeviceItem& item : device) {
        const DeviceItem*& last = previous[item.stream];
        if (last != nullptr && last->end > item.begin)
            total[trace.events.name[last->event.value()]] += last->end - item.begin;
        last = &item;
    }
    return total;
}

KernelRow rowOf(const Trace& trace, StringId name, std::vector<std::pair<Nanoseconds, EventId>>& executions)
{
    KernelRow row;
    row.name = name;
    row.shortName = shortName(trace.text(name));
    row.family = familyOf(trace.text(name));
    row.count = static_cast<std::int64_t>(executions.size());
    row.first = executions.front().second;
    std::sort(executions.begin(), executions.end());
    row.shortest = executions.front().first;
    row.longest = executions.back().first;
    row.median = executions[executions.size() / 2].first;
    for (const auto& [duration, event] : executions)
        row.total = saturatingAdd(row.total, duration);
    return row;
}

} // namespace

std::vector<KernelRow> kernelTable(const Trace& trace)
{
    const std::vector<DeviceItem> device = timedDeviceWork(trace);
    Durations durations;
    for (const DeviceItem& item : device)
        durations[trace.events.name[item.event.value()]].emplace_back(item.end - item.begin, item.event);
    for (const EventId kernel : cpuKernels(trace))
        durations[trace.events.name[kernel.value()]].emplace_back(trace.duration(kernel), kernel);

    const auto overrunOf = overruns(trace, device);
    std::vector<KernelRow> rows;
    for (auto& [name, executions] : durations) {
        rows.push_back(rowOf(trace, name, executions));
        if (const auto found = overrunOf.find(name); found != overrunOf.end())
            rows.back().overrun = found->second;
    }
    std::sort(rows.begin(), rows.end(), [&](const KernelRow& a, const KernelRow& b) {
        return a.total != b.total ? a.total > b.total : trace.text(a.name) < trace.text(b.name);
    });
    return rows;
}

} // namespace twintrace
