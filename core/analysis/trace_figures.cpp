// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"

#include "core/analysis/cpu_kernels.h"
#include "core/analysis/iterations.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace twintrace
{
namespace
{

enum class CallKind : std::uint8_t { None, Runtime, Driver };

CallKind callKind(std::string_view category)
{
    std::string low(category);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (low == "cuda_runtime" || low == "runtime" || low == "hip_runtime")
        return CallKind::Runtime;
    return low == "cuda_driver" ? CallKind::Driver : CallKind::None;
}

void countCalls(const Trace& trace, TraceFigures& figures)
{
    std::vector<CallKind> kinds;
    for (const Category& category : trace.categories)
        kinds.push_back(callKind(trace.text(category.name)));
    std::unordered_map<StringId, bool> isGraph;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if ((trace.events.flags[id] & kFromBeginEnd) != 0)
            continue; // a call is a complete event
        const CallKind kind = kinds[trace.events.category[id].value()];
        figures.runtimeCalls += kind == CallKind::Runtime ? 1 : 0;
        figures.driverCalls += kind == CallKind::Driver ? 1 : 0;
        const auto [entry, isNew] = isGraph.try_emplace(trace.events.name[id], false);
        if (isNew)
            entry->second = isGraphLaunch(trace.name(EventId(id)));
        figures.graphLaunches += entry->second ? 1 : 0;
    }
}

/// Over complete events (phase X) only; slices made of B and E do not enter.
void measureSpan(const Trace& trace, TraceFigures& figures)
{
    Nanoseconds begin = std::numeric_limits<Nanoseconds>::max();
    Nanoseconds end = std::numeric_limits<Nanoseconds>::min();
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if ((trace.events.flags[id] & (kFromBeginEnd | kUntimed)) != 0)
            continue;
        begin = std::min(begin, trace.events.begin[id]);
        end = std::max(end, trace.events.end(EventId(id)));
    }
    if (begin <= end)
        figures.span = end - begin;
}

void countRows(const Trace& trace, TraceFigures& figures)
{
    for (const Track& track : trace.tracks) {
        figures.rows += track.events.isEmpty() ? 0 : 1;
        if (track.kind == TrackKind::Stream)
            continue; // overlaps on a device row are no fault of nesting
        for (std::uint32_t id = track.events.first; id < track.events.last; ++id)
            figures.nestingViolations += trace.has(EventId(id), kCrossesParent) ? 1 : 0;
    }
}

void findPeaks(const Trace& trace, TraceFigures& figures)
{
    for (const MemorySample& sample : trace.memory) {
        std::int64_t& peak = sample.isGpu ? figures.gpuPeakBytes : figures.cpuPeakBytes;
        peak = std::max(peak, sample.totalAllocatedBytes);
    }
}

void measureKernels(const Trace& trace, const std::vector<DeviceItem>& work, TraceFigures& figures)
{
    std::unordered_set<StringId> names;
    std::set<StringId> devices;
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        devices.insert(deviceOf(trace, trace.device.stream[row]));
        if (trace.kind(event) != EventKind::Kernel)
            continue;
        ++figures.kernels;
        figures.untimedKernels += trace.has(event, kUntimed) ? 1 : 0;
        figures.tritonKernels += trace.name(event).starts_with("triton") ? 1 : 0;
        names.insert(trace.events.name[event.value()]);
    }
    figures.timedKernels = figures.kernels - figures.untimedKernels;
    figures.kernelNames = static_cast<std::int64_t>(names.size());
    figures.devices = static_cast<std::int64_t>(devices.size());

    std::vector<DeviceItem> kernels;
    std::copy_if(work.begin(), work.end(), std::back_inserter(kernels),
                 [](const DeviceItem& item) { return item.kind == EventKind::Kernel; });
    figures.gpuUnion = unionLength(work);
    figures.kernelUnion = unionLength(kernels);
    for (const DeviceItem& kernel : kernels)
        figures.clampedKernelSum = saturatingAdd(figures.clampedKernelSum, kernel.end - kernel.begin);
    if (kernels.empty())
        return;
    Nanoseconds end = kernels.front().end;
    for (const DeviceItem& kernel : kernels)
        end = std::max(end, kernel.end);
    figures.kernelSpan = end - kernels.front().begin;
    figures.deviceIdle = *figures.kernelSpan - figures.kernelUnion;
}

void measureStreams(const Trace& trace, TraceFigures& figures)
{
    figures.streams = summariseStreams(trace);
    for (const StreamSummary& stream : figures.streams) {
        figures.kernelSum = saturatingAdd(figures.kernelSum, stream.sum);
        figures.gapsOver0 += stream.gapsOver0;
        figures.overlaps += stream.overlaps;
        figures.overlapTime += stream.overlapTime;
    }
    for (const Gap& gap : streamGaps(trace))
        figures.gaps.add(gap);
}

std::int64_t countArrows(const Trace& trace)
{
    // The correlation id draws an arrow for each launched piece of work; flows only add those without an id.
    auto arrows = static_cast<std::int64_t>(trace.links.size());
    for (const Flow& flow : trace.flows)
        if (isDeviceWork(trace.kind(flow.to)) && !isDeviceWork(trace.kind(flow.from)) &&
            !trace.links.launchOf(flow.to))
            ++arrows;
    return arrows;
}

void measureSteps(const Trace& trace, TraceFigures& figures)
{
    const std::vector<EventId> steps = profilerSteps(trace);
    for (const EventId step : steps)
        figures.stepTimes.push_back(trace.duration(step));
    figures.kernelsPerStep.assign(steps.size(), 0);
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        const EventId launch = trace.links.launchOf(event);
        if (trace.kind(event) != EventKind::Kernel || !launch)
            continue;
        const Nanoseconds time = trace.begin(launch);
        const auto after =
            std::upper_bound(steps.begin(), steps.end(), time,
                             [&](Nanoseconds t, EventId step) { return t < trace.begin(step); });
        if (after != steps.begin() && time < trace.end(*std::prev(after)))
            ++figures.kernelsPerStep[static_cast<std::size_t>(std::prev(after) - steps.begin())];
    }
    if (steps.empty())
        return;
    figures.cold = figures.stepTimes.front();
    std::vector<Nanoseconds> warm(figures.stepTimes.begin() + 1, figures.stepTimes.end());
    if (warm.empty())
        return;
    Nanoseconds sum = 0;
    for (const Nanoseconds time : warm)
        sum = saturatingAdd(sum, time);
    const auto count = static_cast<Nanoseconds>(warm.size());
    figures.warmMean = (sum + count / 2) / count;
    std::sort(warm.begin(), warm.end());
    const std::size_t middle = warm.size() / 2;
    figures.warmMedian = warm.size() % 2 == 1 ? warm[middle] : (warm[middle - 1] + warm[middle]) / 2;
}

void measureFirstAnnotation(const Trace& trace, const std::vector<DeviceItem>& work, TraceFigures& figures)
{
    std::vector<std::pair<Nanoseconds, Nanoseconds>> launched; // launch begin, kernel end
    for (const DeviceItem& item : work)
        if (item.launch)
            launched.emplace_back(trace.begin(item.launch), item.end);
    std::sort(launched.begin(), launched.end());
    EventId first;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        const EventId event(id);
        if (trace.kind(event) != EventKind::UserAnnotation ||
            (first && trace.begin(event) >= trace.begin(first)))
            continue;
        const auto inside = std::lower_bound(
            launched.begin(), launched.end(),
            std::pair(trace.begin(event), Nanoseconds{std::numeric_limits<Nanoseconds>::min()}));
        if (inside != launched.end() && inside->first < trace.end(event))
            first = event;
    }
    if (!first)
        return;
    figures.hostTime = trace.duration(first);
    Nanoseconds end = trace.begin(first);
    for (const auto& [launch, kernelEnd] : launched)
        if (launch >= trace.begin(first) && launch < trace.end(first))
            end = std::max(end, kernelEnd);
    figures.endToEnd = end - trace.begin(first);
}

} // namespace

TraceFigures figuresOf(const Trace& trace)
{
    TraceFigures figures;
    measureSpan(trace, figures);
    const std::vector<DeviceItem> work = timedDeviceWork(trace);
    countRows(trace, figures);
    countCalls(trace, figures);
    findPeaks(trace, figures);
    measureKernels(trace, work, figures);
    measureStreams(trace, figures);
    figures.cpuKernels = static_cast<std::int64_t>(cpuKernels(trace).size());
    figures.links = static_cast<std::int64_t>(trace.links.size());
    figures.arrows = countArrows(trace);
    figures.launches = summariseLaunches(trace);
    measureSteps(trace, figures);
    measureFirstAnnotation(trace, work, figures);
    figures.regions = findCompiledRegions(trace);
    figures.warnings = doubtsAbout(trace, figures);
    return figures;
}

} // namespace twintrace
