// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iterations.h"
#include "core/analysis/trace_figures.h"
#include "core/base/format.h"

#include <algorithm>
#include <unordered_map>

namespace twintrace
{
namespace
{

constexpr Nanoseconds kVisibleOverrun = 1000000; // 1 ms into the next kernel is no dependent launch any more

/// Kernels that run into the next start of their stream by more than a dependent launch can explain.
std::vector<DeviceItem> overrunning(const std::vector<DeviceItem>& work)
{
    std::vector<DeviceItem> found;
    std::unordered_map<StreamId, DeviceItem> previous;
    for (const DeviceItem& item : work) {
        const auto [entry, isNew] = previous.try_emplace(item.stream, item);
        if (isNew)
            continue;
        if (entry->second.end - item.begin > kVisibleOverrun)
            found.push_back(entry->second);
        entry->second = item;
    }
    return found;
}

ImportProblem doubt(const Trace& trace, std::string code, std::int64_t count, EventId first,
                    std::string message, std::string advice)
{
    ImportProblem problem;
    problem.code = std::move(code);
    problem.severity = Severity::Warning;
    problem.count = static_cast<std::uint64_t>(count);
    if (first)
        problem.first.byte = trace.events.source[first.value()];
    problem.message = std::move(message);
    problem.advice = std::move(advice);
    return problem;
}

EventId firstWhere(const std::vector<DeviceItem>& work, auto holds)
{
    const auto found = std::find_if(work.begin(), work.end(), holds);
    return found == work.end() ? EventId() : found->event;
}

} // namespace

std::vector<ImportProblem> doubtsAbout(const Trace& trace, const TraceFigures& figures)
{
    std::vector<ImportProblem> doubts;
    const std::vector<DeviceItem> work = timedDeviceWork(trace);
    if (const std::int64_t early = figures.launches.kernelsBeforeLaunch; early > 0)
        doubts.push_back(
            doubt(trace, "clock-skew", early,
                  firstWhere(
                      work, [&](const DeviceItem& i) { return i.launch && i.begin < trace.begin(i.launch); }),
                  formatCount(early) +
                      " kernels start before their launch: the clocks of host and device disagree.",
                  "Launch delays and the causes of gaps are doubtful; the negative delays enter no mean."));
    if (figures.overlaps > 0)
        doubts.push_back(doubt(trace, "stream-overlap", figures.overlaps, EventId(),
                               formatCount(figures.overlaps) +
                                   " kernels start before an earlier one of their stream "
                                   "has ended, by " +
                                   formatDuration(figures.overlapTime) + " in all.",
                               "Dependent launches do that on purpose; busy time counts overlaps once."));
    if (const auto over = overrunning(work); !over.empty())
        doubts.push_back(doubt(trace, "duration-overrun", static_cast<std::int64_t>(over.size()),
                               over.front().event,
                               formatCount(static_cast<std::int64_t>(over.size())) +
                                   " kernels last more than 1 ms into the next one of their stream.",
                               "Their durations are doubtful, and with them sums, busy time and gaps."));
    if (figures.launches.kernelsWithoutLaunch > 0)
        doubts.push_back(doubt(
            trace, "launch-not-recorded", figures.launches.kernelsWithoutLaunch,
            firstWhere(work, [](const DeviceItem& i) { return i.kind == EventKind::Kernel && !i.launch; }),
            formatCount(figures.launches.kernelsWithoutLaunch) +
                " kernels have no launch in the file; most were launched before the recording began.",
            "They belong to no iteration, and the causes of the gaps before them are not known."));
    if (figures.launches.launchesWithoutKernels > 0 && figures.kernels > 0)
        doubts.push_back(doubt(
            trace, "launch-without-kernel", figures.launches.launchesWithoutKernels, EventId(),
            formatCount(figures.launches.launchesWithoutKernels) + " launches have no kernel in the file.",
            "Records may have been dropped, or the recording ended first; gaps may be no gaps."));
    return doubts;
}

} // namespace twintrace
