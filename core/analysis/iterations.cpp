// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iterations.h"

#include "core/analysis/cpu_kernels.h"
#include "core/analysis/iteration_marks.h"
#include "core/analysis/statistics.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace twintrace
{
namespace
{

constexpr double kColdRatio = 3;     // a first iteration this many times the median of the others is cold
constexpr double kWarmUpRatio = 1.5; // and those after it that are still this far above are warm-up
constexpr std::string_view kStepPrefix = "ProfilerStep";

bool isStepCategory(std::string_view category)
{
    return category == "user_annotation" || category == "cpu_op" || category == "Operator" ||
           category == "operator" || category == "user" || category.empty();
}

/// Index of the mark that holds `time`, -1 when none does; marks are sorted and do not overlap.
std::int32_t markAt(const std::vector<Iteration>& list, Nanoseconds time)
{
    const auto after = std::upper_bound(list.begin(), list.end(), time,
                                        [](Nanoseconds t, const Iteration& it) { return t < it.begin; });
    if (after == list.begin() || time >= std::prev(after)->end)
        return -1;
    return static_cast<std::int32_t>(std::prev(after) - list.begin());
}

void addMarks(const Trace& trace, const std::vector<EventId>& marks, Iterations& result)
{
    for (const EventId mark : marks) {
        Iteration iteration;
        iteration.mark = mark;
        iteration.begin = trace.begin(mark);
        iteration.end = trace.end(mark);
        result.list.push_back(std::move(iteration));
    }
}

/// By launch; when the trace holds no launch at all (device-only recordings) by the time the work ran, as an
/// estimate.
void assignDeviceWork(const Trace& trace, Iterations& result)
{
    const bool hasLaunches = trace.links.size() > 0;
    result.isEstimated |= !hasLaunches && !result.device.empty();
    for (std::size_t row = 0; row < result.device.size(); ++row) {
        const DeviceItem& item = result.device[row];
        if (item.launch)
            result.owner[row] = markAt(result.list, trace.begin(item.launch));
        else if (!hasLaunches)
            result.owner[row] = markAt(result.list, item.begin);
    }
}

void assignCpuKernels(const Trace& trace, Iterations& result)
{
    for (const EventId kernel : result.cpuKernels)
        if (const std::int32_t owner = markAt(result.list, trace.begin(kernel)); owner >= 0)
            result.list[static_cast<std::size_t>(owner)].cpuKernels.push_back(kernel);
}

void addDevicePattern(const Trace& trace, Iterations& result)
{
    std::vector<std::uint32_t> rows, names;
    for (std::uint32_t row = 0; row < result.device.size(); ++row)
        if (result.device[row].kind == EventKind::Kernel) {
            rows.push_back(row);
            names.push_back(trace.events.name[result.device[row].event.value()].value());
        }
    const RepeatedPattern pattern = findRepeatedPattern(names);
    if (pattern.length == 0)
        return;
    result.source = IterationSource::LaunchPattern;
    result.isEstimated = true;
    for (std::size_t i = 0; i < pattern.count; ++i) {
        const std::uint32_t first = rows[pattern.first + i * pattern.length];
        const std::size_t next = pattern.first + (i + 1) * pattern.length;
        const std::size_t last = next < rows.size() ? rows[next] : result.device.size();
        for (std::size_t row = first; row < last; ++row) // copies and fills in between belong along
            result.owner[row] = static_cast<std::int32_t>(i);
        Iteration iteration;
        iteration.begin = result.device[first].begin;
        iteration.end = iteration.begin;
        result.list.push_back(std::move(iteration));
    }
}

void addCpuPattern(const Trace& trace, Iterations& result)
{
    std::vector<std::uint32_t> names;
    for (const EventId kernel : result.cpuKernels)
        names.push_back(trace.events.name[kernel.value()].value());
    const RepeatedPattern pattern = findRepeatedPattern(names);
    if (pattern.length == 0)
        return;
    result.source = IterationSource::LaunchPattern;
    result.isEstimated = true;
    for (std::size_t i = 0; i < pattern.count; ++i) {
        const auto first =
            result.cpuKernels.begin() + static_cast<std::ptrdiff_t>(pattern.first + i * pattern.length);
        Iteration iteration;
        iteration.cpuKernels.assign(first, first + static_cast<std::ptrdiff_t>(pattern.length));
        iteration.begin = trace.begin(iteration.cpuKernels.front());
        iteration.end = trace.end(iteration.cpuKernels.back());
        result.list.push_back(std::move(iteration));
    }
}

/// Nothing repeats: everything is one forward.
void addWhole(const Trace& trace, Iterations& result)
{
    if (result.device.empty() && result.cpuKernels.empty())
        return;
    Iteration whole;
    if (result.device.empty()) {
        whole.cpuKernels = result.cpuKernels;
        whole.begin = trace.begin(result.cpuKernels.front());
        whole.end = trace.end(result.cpuKernels.back());
    } else {
        std::fill(result.owner.begin(), result.owner.end(), 0);
        whole.begin = whole.end = result.device.front().begin;
    }
    result.isEstimated = true;
    result.list.push_back(std::move(whole));
}

void collectWork(Iterations& result)
{
    for (std::uint32_t row = 0; row < result.device.size(); ++row)
        if (result.owner[row] >= 0)
            result.list[static_cast<std::size_t>(result.owner[row])].work.push_back(row);
    for (Iteration& iteration : result.list) {
        iteration.deviceBegin = iteration.deviceEnd = iteration.begin;
        if (iteration.work.empty())
            continue;
        iteration.deviceBegin = result.device[iteration.work.front()].begin;
        iteration.deviceEnd = iteration.deviceBegin;
        for (const std::uint32_t row : iteration.work)
            iteration.deviceEnd = std::max(iteration.deviceEnd, result.device[row].end);
        if (!iteration.mark)
            iteration.end = std::max(iteration.end, iteration.deviceEnd);
    }
}

void tellPhases(std::vector<Iteration>& list)
{
    if (list.size() < 3)
        return;
    std::vector<double> others;
    for (std::size_t i = 1; i < list.size(); ++i)
        others.push_back(static_cast<double>(list[i].endToEnd()));
    const std::size_t half = others.size() / 2;
    const double usual = median(std::span(others).subspan(others.size() > 3 ? half : 0));
    if (static_cast<double>(list[0].endToEnd()) <= kColdRatio * usual)
        return;
    list[0].phase = IterationPhase::Cold;
    for (std::size_t i = 1; i < list.size() && others[i - 1] > kWarmUpRatio * usual; ++i)
        list[i].phase = IterationPhase::WarmUp;
}

std::int64_t countLaunchedBefore(const Trace& trace, const std::vector<DeviceItem>& device)
{
    std::int64_t firstRecorded = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t correlation : trace.launches.correlation)
        firstRecorded = std::min(firstRecorded, correlation);
    std::int64_t count = 0;
    for (const DeviceItem& item : device) {
        if (item.launch || item.kind != EventKind::Kernel)
            continue;
        const auto row = trace.deviceRow(item.event);
        const std::int64_t correlation = row ? trace.device.correlation[*row] : kNoCorrelation;
        count += correlation != kNoCorrelation && correlation < firstRecorded &&
                 !trace.launches.correlation.empty();
    }
    return count;
}

} // namespace

std::string_view sourceTitle(IterationSource source)
{
    switch (source) {
    case IterationSource::ProfilerStep:
        return "ProfilerStep marks";
    case IterationSource::Annotation:
        return "a repeated annotation";
    case IterationSource::LaunchPattern:
        return "the pattern in which kernels repeat (estimated)";
    case IterationSource::None:
        break;
    }
    return "no iterations found: the whole trace is taken as one";
}

std::vector<EventId> profilerSteps(const Trace& trace)
{
    std::vector<EventId> steps;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        const EventId event(id);
        if (trace.kind(event) == EventKind::GpuAnnotation || isDeviceWork(trace.kind(event)))
            continue;
        if (trace.name(event).starts_with(kStepPrefix) && isStepCategory(trace.category(event)))
            steps.push_back(event);
    }
    std::sort(steps.begin(), steps.end(), [&](EventId a, EventId b) {
        return trace.begin(a) != trace.begin(b) ? trace.begin(a) < trace.begin(b) : a < b;
    });
    return steps;
}

Iterations findIterations(const Trace& trace)
{
    Iterations result;
    result.device = timedDeviceWork(trace);
    result.owner.assign(result.device.size(), -1);
    if (result.device.empty())
        result.cpuKernels = cpuKernels(trace);

    std::vector<EventId> marks = profilerSteps(trace);
    result.source = marks.empty() ? IterationSource::None : IterationSource::ProfilerStep;
    if (marks.empty() && !result.device.empty()) {
        marks = repeatedAnnotations(trace, result.device);
        result.source = marks.empty() ? IterationSource::None : IterationSource::Annotation;
    }
    if (!marks.empty()) {
        addMarks(trace, marks, result);
        assignDeviceWork(trace, result);
        assignCpuKernels(trace, result);
    } else {
        result.device.empty() ? addCpuPattern(trace, result) : addDevicePattern(trace, result);
        if (result.list.empty())
            addWhole(trace, result);
    }
    collectWork(result);
    tellPhases(result.list);
    result.launchedBefore = countLaunchedBefore(trace, result.device);
    return result;
}

} // namespace twintrace
