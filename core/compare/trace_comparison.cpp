// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/trace_comparison.h"

#include "core/compare/trace_verdict.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace twintrace
{
namespace
{

struct ApiCount {
    std::int64_t calls = 0, kernels = 0;
};

/// Launch calls of the counted forwards by API function.
std::map<std::string, ApiCount> launchesByApi(const Trace& trace, const Iterations& iterations)
{
    std::unordered_map<EventId, std::int64_t> kernelsOf;
    for (std::size_t row = 0; row < iterations.device.size(); ++row) {
        const DeviceItem& item = iterations.device[row];
        const std::int32_t owner = iterations.owner[row];
        if (item.kind == EventKind::Kernel && item.launch && owner >= 0 &&
            iterations.list[static_cast<std::size_t>(owner)].phase != IterationPhase::Cold)
            ++kernelsOf[item.launch];
    }
    std::unordered_map<StringId, ApiCount> byName;
    for (const auto& [launch, kernels] : kernelsOf) {
        ApiCount& count = byName[trace.events.name[launch.value()]];
        ++count.calls;
        count.kernels += kernels;
    }
    std::map<std::string, ApiCount> result;
    for (const auto& [name, count] : byName)
        result.emplace(trace.text(name), count);
    return result;
}

std::vector<LaunchDelta> launchTable(const Trace& baseline, const Trace& candidate,
                                     const TraceComparison& comparison)
{
    const auto before = launchesByApi(baseline, comparison.iterations.baseline);
    const auto after = launchesByApi(candidate, comparison.iterations.candidate);
    std::map<std::string, LaunchDelta> rows;
    for (const auto& [api, count] : before) {
        LaunchDelta& row = rows[api];
        row.calls.baseline = aForward(count.calls, comparison.work.baseline.forwards);
        row.kernels.baseline = aForward(count.kernels, comparison.work.baseline.forwards);
    }
    for (const auto& [api, count] : after) {
        LaunchDelta& row = rows[api];
        row.calls.candidate = aForward(count.calls, comparison.work.candidate.forwards);
        row.kernels.candidate = aForward(count.kernels, comparison.work.candidate.forwards);
    }
    std::vector<LaunchDelta> table;
    for (auto& [api, row] : rows) {
        row.api = api;
        table.push_back(std::move(row));
    }
    std::stable_sort(table.begin(), table.end(), [](const LaunchDelta& a, const LaunchDelta& b) {
        return a.kernels.baseline + a.kernels.candidate > b.kernels.baseline + b.kernels.candidate;
    });
    return table;
}

std::vector<GapDelta> gapTable(const Paired<ForwardWork>& work)
{
    std::vector<GapDelta> table;
    const auto us = [](Nanoseconds total, std::int64_t forwards) { return aForward(total, forwards) / 1000; };
    for (const GapCause cause : kGapCauses) {
        const GapTotal& before = work.baseline.gaps.of(cause);
        const GapTotal& after = work.candidate.gaps.of(cause);
        table.push_back(
            {cause,
             {aForward(before.count, work.baseline.forwards), aForward(after.count, work.candidate.forwards)},
             {us(before.time, work.baseline.forwards), us(after.time, work.candidate.forwards)}});
    }
    return table;
}

} // namespace

double aForward(std::int64_t total, std::int64_t forwards)
{
    return forwards == 0 ? 0 : static_cast<double>(total) / static_cast<double>(forwards);
}

TraceComparison compareTraces(Baseline<const Trace&> baseline, Candidate<const Trace&> candidate,
                              const ComparisonOptions& options)
{
    TraceComparison comparison;
    comparison.iterations = {findIterations(baseline.value), findIterations(candidate.value)};
    comparison.comparable = compareConditions(baseline, candidate, comparison.iterations);
    comparison.work = {forwardWork(baseline.value, comparison.iterations.baseline),
                       forwardWork(candidate.value, comparison.iterations.candidate)};
    const Paired<ForwardShape> shapes = {
        forwardShape(baseline.value, comparison.iterations.baseline, options.baselineOrigins),
        forwardShape(candidate.value, comparison.iterations.candidate, options.candidateOrigins)};
    comparison.map = mapKernels(baseline, candidate, shapes);
    comparison.waterfall = waterfallOf(comparison.work);
    comparison.gaps = gapTable(comparison.work);
    comparison.launchSummary = {summariseLaunches(baseline.value), summariseLaunches(candidate.value)};
    comparison.launches = launchTable(baseline.value, candidate.value, comparison);
    comparison.bottleneck = {bottleneckOf(comparison.work.baseline), bottleneckOf(comparison.work.candidate)};
    comparison.sentence = comparisonSentence(comparison);
    comparison.advice = adviceFor(baseline.value, candidate.value, comparison);
    return comparison;
}

} // namespace twintrace
