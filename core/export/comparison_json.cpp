// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison_figures.h"
#include "core/export/comparison_text.h"
#include "core/export/json_list.h"

namespace twintrace
{
namespace
{

std::string_view booleanText(bool value)
{
    return value ? "true" : "false";
}

std::string timeText(Nanoseconds total, std::int64_t forwards)
{
    return microsecondsText(timeAForward(total, forwards));
}

/// Means of the five causes; the sum of the rounded parts is what stands as the total, so that they partition
/// it.
std::string gapCausesJson(const ForwardWork& work)
{
    JsonFields causes;
    for (const GapCause cause : kGapCauses) {
        JsonFields total;
        total.json("count", countAForward(work.gaps.of(cause).count, work.forwards))
            .json("us", timeText(work.gaps.of(cause).time, work.forwards));
        causes.json(gapCauseKey(cause), total.object());
    }
    return causes.object();
}

Nanoseconds gapTimeAForward(const ForwardWork& work)
{
    Nanoseconds sum = 0;
    for (const GapCause cause : kGapCauses)
        sum += timeAForward(work.gaps.of(cause).time, work.forwards);
    return sum;
}

/// Mean launch-to-start of the whole trace in its three parts; null without launches.
std::string launchToStartJson(const LaunchSummary& launches)
{
    const LaunchDelay& delay = launches.delay;
    if (delay.launches == 0)
        return "null";
    JsonFields fields;
    fields.json("mean_us", microsecondsText(delay.total() / delay.launches))
        .json("call_us", microsecondsText(delay.api / delay.launches))
        .json("queue_us", microsecondsText(delay.queue / delay.launches))
        .json("delay_us", microsecondsText(delay.delay / delay.launches))
        .number("deepest_queue", launches.deepestQueue);
    return fields.object();
}

std::string sideJson(const std::string& file, const MapTotals& totals, const Iterations& iterations,
                     const ForwardWork& work, Bottleneck bottleneck, const LaunchSummary& launches)
{
    JsonFields side;
    side.text("file", file)
        .number("forwards", work.forwards)
        .text("forwards_found_by", sourceTitle(iterations.source))
        .json("forwards_estimated", booleanText(work.isEstimated))
        .number("kernels", totals.count)
        .json("kernel_us", microsecondsText(totals.time))
        .json("cpu_kernels", booleanText(work.areCpuKernels))
        .json("kernels_per_forward", countAForward(work.kernels, work.forwards))
        .json("launches_per_forward", countAForward(work.launches, work.forwards))
        .json("graph_launches_per_forward", countAForward(work.graphLaunches, work.forwards))
        .json("copies_per_forward", countAForward(work.copies, work.forwards))
        .json("busy_us_per_forward", timeText(work.busy(), work.forwards))
        .json("time_us_per_forward", timeText(work.endToEnd, work.forwards))
        .json("gaps_gt_1us_per_forward", countAForward(work.gaps.total.count, work.forwards))
        .json("gap_us_per_forward", microsecondsText(gapTimeAForward(work)))
        .json("gap_causes", gapCausesJson(work))
        .json("gaps_unreliable", booleanText(work.hasUnreliableGaps))
        .json("launch_to_start", launchToStartJson(launches))
        .text("bottleneck", bottleneckTitle(bottleneck));
    return side.object();
}

std::string differenceJson(const Difference& difference)
{
    JsonFields fields;
    fields.text("what", difference.what)
        .text("baseline", difference.baseline)
        .text("candidate", difference.candidate)
        .json("serious", booleanText(difference.isSerious))
        .text("sentence", difference.sentence);
    return fields.object();
}

std::string kernelJson(const GroupKernel& kernel)
{
    JsonFields fields;
    fields.text("name", kernel.name).number("count", kernel.count).json("us", microsecondsText(kernel.time));
    fields.text("family", familyKey(kernel.family));
    if (!kernel.op.empty())
        fields.text("op", kernel.op);
    if (!kernel.source.empty())
        fields.text("source", kernel.source);
    if (!kernel.module.empty())
        fields.text("module", kernel.module);
    return fields.object();
}

std::string groupJson(const KernelMap& map, const KernelGroup& group)
{
    JsonFields fields;
    fields.text("layer", layerKey(group.layer))
        .text("kind", kindKey(group.kind))
        .text("label", group.label)
        .decimal("confidence", group.confidence)
        .number("positions", group.positions)
        .json("outside_forwards", booleanText(group.isOutside))
        .json("baseline_kernels", jsonListOf(group.baseline, kernelJson))
        .json("candidate_kernels", jsonListOf(group.candidate, kernelJson))
        .json("delta_count", countDelta(map, group))
        .json("delta_us", microsecondsText(timeDelta(map, group)));
    return fields.object();
}

std::string waterfallJson(const Waterfall& waterfall)
{
    JsonFields fields;
    fields.json("baseline_us", microsecondsText(waterfall.baseline))
        .json("candidate_us", microsecondsText(waterfall.candidate))
        .json("steps", jsonListOf(waterfall.steps, [](const WaterfallStep& step) {
                  JsonFields one;
                  one.text("key", step.key)
                      .text("title", step.title)
                      .json("delta_us", microsecondsText(step.delta));
                  return one.object();
              }));
    return fields.object();
}

} // namespace

std::string comparisonJson(const Paired<std::string>& files, const TraceComparison& comparison)
{
    const KernelMap& map = comparison.map;
    JsonFields comparable;
    comparable.json("ok", booleanText(comparison.comparable.isOk()))
        .json("differences", jsonListOf(comparison.comparable.differences, differenceJson));
    JsonFields coverage;
    coverage.decimal("baseline_count", map.totals.baseline.coverageByCount())
        .decimal("baseline_time", map.totals.baseline.coverageByTime())
        .decimal("candidate_count", map.totals.candidate.coverageByCount())
        .decimal("candidate_time", map.totals.candidate.coverageByTime());
    JsonFields fields;
    fields.text("schema", "twintrace.diff/1")
        .json("baseline", sideJson(files.baseline, map.totals.baseline, comparison.iterations.baseline,
                                   comparison.work.baseline, comparison.bottleneck.baseline,
                                   comparison.launchSummary.baseline))
        .json("candidate", sideJson(files.candidate, map.totals.candidate, comparison.iterations.candidate,
                                    comparison.work.candidate, comparison.bottleneck.candidate,
                                    comparison.launchSummary.candidate))
        .json("comparable", comparable.object())
        .text("sentence", comparison.sentence)
        .json("advice", jsonListOf(comparison.advice, quotedJson))
        .json("coverage", coverage.object())
        .json("waterfall", waterfallJson(comparison.waterfall))
        .json("launches", jsonListOf(comparison.launches,
                                     [](const LaunchDelta& row) {
                                         JsonFields one;
                                         one.text("api", row.api)
                                             .decimal("baseline_calls", row.calls.baseline)
                                             .decimal("candidate_calls", row.calls.candidate)
                                             .decimal("baseline_kernels", row.kernels.baseline)
                                             .decimal("candidate_kernels", row.kernels.candidate);
                                         return one.object();
                                     }))
        .json("groups",
              jsonListOf(map.groups, [&](const KernelGroup& group) { return groupJson(map, group); }));
    return fields.object();
}

} // namespace twintrace
