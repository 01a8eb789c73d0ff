// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch_summary.h"

#include "core/analysis/gpu_idle.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace twintrace
{
namespace
{

/// Ends of earlier work on the stream of each item: what a launched kernel had to wait for.
std::vector<Nanoseconds> streamBusyUntil(const std::vector<DeviceItem>& device)
{
    std::vector<Nanoseconds> busyUntil(device.size());
    std::unordered_map<StreamId, Nanoseconds> latest;
    for (std::size_t row = 0; row < device.size(); ++row) {
        const auto [entry, isNew] = latest.try_emplace(device[row].stream, device[row].begin);
        busyUntil[row] = std::min(entry->second, device[row].begin);
        entry->second = std::max(entry->second, device[row].end);
        if (isNew)
            entry->second = device[row].end;
    }
    return busyUntil;
}

void addDelay(const Trace& trace, const DeviceItem& kernel, Nanoseconds busyUntil, LaunchDelay& delay)
{
    const Nanoseconds begin = trace.begin(kernel.launch);
    if (kernel.begin < begin)
        return;
    const Nanoseconds returned = std::min(trace.end(kernel.launch), kernel.begin);
    const Nanoseconds queued = std::max(returned, std::min(busyUntil, kernel.begin));
    ++delay.launches;
    delay.api += returned - begin;
    delay.queue += queued - returned;
    delay.delay += kernel.begin - queued;
}

void addKernels(const Trace& trace, const std::vector<DeviceItem>& device, LaunchSummary& summary,
                std::unordered_map<EventId, std::int64_t>& kernelsOf)
{
    const std::vector<Nanoseconds> busyUntil = streamBusyUntil(device);
    for (std::size_t row = 0; row < device.size(); ++row) {
        const DeviceItem& item = device[row];
        if (item.kind != EventKind::Kernel || !item.launch)
            continue;
        const Nanoseconds lag = item.begin - trace.begin(item.launch);
        summary.shortestLaunchToStart = std::min(summary.shortestLaunchToStart.value_or(lag), lag);
        summary.kernelsBeforeLaunch += lag < 0 ? 1 : 0;
        if (++kernelsOf[item.launch] == 1) // a graph's delay is that of its first node
            addDelay(trace, item, busyUntil[row], summary.delay);
    }
}

} // namespace

bool isKernelLaunch(std::string_view call)
{
    return call.find("LaunchKernel") != std::string_view::npos ||
           call.find("LaunchCooperativeKernel") != std::string_view::npos || isGraphLaunch(call);
}

bool isGraphLaunch(std::string_view call)
{
    return call == "cudaGraphLaunch" || call == "cuGraphLaunch" || call == "hipGraphLaunch";
}

LaunchSummary summariseLaunches(const Trace& trace)
{
    LaunchSummary summary;
    std::unordered_map<EventId, std::int64_t> kernelsOf;
    addKernels(trace, timedDeviceWork(trace), summary, kernelsOf);
    summary.deepestQueue = deepestQueue(trace);

    std::unordered_set<std::int64_t> deviceCorrelations(trace.device.correlation.begin(),
                                                        trace.device.correlation.end());
    std::unordered_map<std::int64_t, std::int64_t> kernelsPerCorrelation;
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        const std::int64_t correlation = trace.device.correlation[row];
        if (trace.kind(event) != EventKind::Kernel || correlation == kNoCorrelation)
            continue;
        summary.mostKernelsPerLaunch =
            std::max(summary.mostKernelsPerLaunch, ++kernelsPerCorrelation[correlation]);
        summary.kernelsWithoutLaunch += trace.links.launchOf(event) ? 0 : 1;
    }

    std::unordered_map<StringId, LaunchApiRow> apis;
    for (std::size_t row = 0; row < trace.launches.size(); ++row) {
        const EventId launch = trace.launches.event[row];
        const std::string_view name = trace.name(launch);
        const auto owned = kernelsOf.find(launch);
        const bool isLaunch = isKernelLaunch(name);
        if (isLaunch && !deviceCorrelations.contains(trace.launches.correlation[row])) {
            if (++summary.launchesWithoutKernels == 1)
                summary.firstWithoutKernel = launch;
        }
        if (!isLaunch && owned == kernelsOf.end())
            continue;
        LaunchApiRow& api = apis[trace.events.name[launch.value()]];
        api.api = trace.events.name[launch.value()];
        ++api.calls;
        api.kernels += owned == kernelsOf.end() ? 0 : owned->second;
        api.time += trace.duration(launch);
    }
    for (std::uint32_t id = 0; id < trace.events.size(); ++id)
        if (isLaunchSide(trace.kind(EventId(id))) && isGraphLaunch(trace.name(EventId(id))))
            ++summary.graphLaunches;
    for (const auto& [name, row] : apis)
        summary.apis.push_back(row);
    std::sort(summary.apis.begin(), summary.apis.end(), [&](const LaunchApiRow& a, const LaunchApiRow& b) {
        return a.kernels != b.kernels ? a.kernels > b.kernels : trace.text(a.api) < trace.text(b.api);
    });
    return summary;
}

IterationLaunches launchesWithin(const Trace& trace, const Iterations& iterations)
{
    IterationLaunches result;
    std::unordered_set<EventId> seen;
    for (std::size_t row = 0; row < iterations.device.size(); ++row) {
        const DeviceItem& item = iterations.device[row];
        const std::int32_t owner = iterations.owner[row];
        if (item.kind != EventKind::Kernel || !item.launch || owner < 0 ||
            iterations.list[static_cast<std::size_t>(owner)].phase == IterationPhase::Cold ||
            !seen.insert(item.launch).second)
            continue;
        ++result.launches;
        result.graphLaunches += isGraphLaunch(trace.name(item.launch)) ? 1 : 0;
    }
    return result;
}

} // namespace twintrace
