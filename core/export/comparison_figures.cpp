// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison_figures.h"

#include "core/base/format.h"

namespace twintrace
{
namespace
{

constexpr std::size_t kNamesShown = 4;

/// total * 1000 / forwards, rounded: three decimals held as a whole number.
std::int64_t thousandths(std::int64_t total, std::int64_t forwards)
{
    if (forwards == 0)
        return 0;
    const std::int64_t scaled = total * 1000;
    return (scaled + (scaled < 0 ? -forwards / 2 : forwards / 2)) / forwards;
}

} // namespace

std::string countAForward(std::int64_t total, std::int64_t forwards)
{
    return microsecondsText(thousandths(total, forwards)); // a number with three decimals, whatever its unit
}

Nanoseconds timeAForward(Nanoseconds total, std::int64_t forwards)
{
    return forwards == 0 ? 0 : (total + (total < 0 ? -forwards / 2 : forwards / 2)) / forwards;
}

std::string countDelta(const KernelMap& map, const KernelGroup& group)
{
    if (group.isOutside)
        return "0";
    return microsecondsText(thousandths(group.candidateCount, map.forwards.candidate) -
                            thousandths(group.baselineCount, map.forwards.baseline));
}

Nanoseconds timeDelta(const KernelMap& map, const KernelGroup& group)
{
    if (group.isOutside)
        return 0;
    return timeAForward(group.candidateTime, map.forwards.candidate) -
           timeAForward(group.baselineTime, map.forwards.baseline);
}

std::vector<FigureRow> figureRows(const TraceComparison& comparison)
{
    std::vector<FigureRow> rows;
    const auto both = [&](std::string title, auto text) {
        rows.push_back({std::move(title), text(comparison.work.baseline), text(comparison.work.candidate)});
    };
    const auto count = [](std::int64_t total, const ForwardWork& work) {
        return countAForward(total, work.forwards);
    };
    const auto time = [](Nanoseconds total, const ForwardWork& work) {
        return formatDuration(timeAForward(total, work.forwards));
    };
    both("forwards", [](const ForwardWork& work) {
        return formatCount(work.forwards) + (work.isEstimated ? " (estimated)" : "");
    });
    both("time, as recorded", [&](const ForwardWork& work) { return time(work.endToEnd, work); });
    both(comparison.work.baseline.areCpuKernels ? "CPU kernels" : "kernels",
         [&](const ForwardWork& work) { return count(work.kernels, work); });
    both("kernel time", [&](const ForwardWork& work) { return time(work.kernelTime, work); });
    both("launches", [&](const ForwardWork& work) { return count(work.launches, work); });
    both("of them graph launches", [&](const ForwardWork& work) { return count(work.graphLaunches, work); });
    both("copies and fills", [&](const ForwardWork& work) { return count(work.copies, work); });
    both("busy", [&](const ForwardWork& work) { return time(work.busy(), work); });
    both("gaps over 1 µs", [&](const ForwardWork& work) {
        return count(work.gaps.total.count, work) + ", " + time(work.gaps.total.time, work) +
               (work.hasUnreliableGaps ? " (unreliable: records are missing)" : "");
    });
    for (const GapCause cause : kGapCauses)
        if (comparison.work.baseline.gaps.of(cause).count + comparison.work.candidate.gaps.of(cause).count >
            0)
            both("  " + std::string(gapCauseTitle(cause)), [&](const ForwardWork& work) {
                return count(work.gaps.of(cause).count, work) + ", " + time(work.gaps.of(cause).time, work);
            });
    const LaunchSummary& before = comparison.launchSummary.baseline;
    const LaunchSummary& after = comparison.launchSummary.candidate;
    if (before.delay.launches + after.delay.launches > 0) {
        const auto mean = [](const LaunchDelay& delay) {
            return delay.launches == 0 ? std::string("–")
                                       : formatDuration(delay.total() / delay.launches) + ", " +
                                             formatDuration(delay.queue / delay.launches) + " of it queued";
        };
        rows.push_back({"launch to start, mean", mean(before.delay), mean(after.delay)});
        rows.push_back({"deepest queue", formatCount(before.deepestQueue), formatCount(after.deepestQueue)});
    }
    return rows;
}

std::string kernelsInWords(const std::vector<GroupKernel>& kernels, std::int64_t forwards)
{
    std::string text;
    for (std::size_t i = 0; i < kernels.size() && i < kNamesShown; ++i)
        text +=
            (i == 0 ? "" : ", ") + countAForward(kernels[i].count, forwards) + " × " + kernels[i].shortName;
    if (kernels.size() > kNamesShown)
        text += ", " + formatCount(static_cast<std::int64_t>(kernels.size() - kNamesShown)) + " more names";
    return text.empty() ? "–" : text;
}

} // namespace twintrace
