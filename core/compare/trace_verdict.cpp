// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/trace_verdict.h"

#include "core/analysis/compiled_regions.h"
#include "core/base/format.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace twintrace
{
namespace
{

constexpr double kLaunchBoundShare = 0.40;
constexpr double kGpuBoundShare = 0.85;

std::string countText(double count)
{
    return formatCount(std::llround(count));
}

std::string timeText(Nanoseconds total, std::int64_t forwards)
{
    return formatDuration(static_cast<Nanoseconds>(std::llround(aForward(total, forwards))));
}

/// The part of the waterfall that saves most, in words.
std::string mainReason(const Waterfall& waterfall)
{
    const WaterfallStep* best = nullptr;
    const bool isFaster = waterfall.candidate < waterfall.baseline;
    for (const WaterfallStep& step : waterfall.steps)
        if (best == nullptr || (isFaster ? step.delta < best->delta : step.delta > best->delta))
            best = &step;
    if (best == nullptr || best->delta == 0)
        return {};
    return std::string(isFaster ? "Most of what is saved is " : "Most of what is lost is ") + best->title +
           " (" + formatDelta(best->delta) + ").";
}

std::string kernelWord(const ForwardWork& work)
{
    return work.areCpuKernels ? "CPU kernels" : "kernels";
}

} // namespace

std::string_view bottleneckTitle(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::LaunchBound:
        return "launch-bound";
    case Bottleneck::GpuBound:
        return "GPU-bound";
    case Bottleneck::Mixed:
        return "neither launch-bound nor GPU-bound";
    case Bottleneck::Unknown:
        break;
    }
    return "not known";
}

Bottleneck bottleneckOf(const ForwardWork& work)
{
    const Nanoseconds active = work.busy() + work.gaps.total.time + work.shortGaps;
    if (work.areCpuKernels || work.kernels == 0 || active == 0)
        return Bottleneck::Unknown;
    const auto share = [=](Nanoseconds part) {
        return static_cast<double>(part) / static_cast<double>(active);
    };
    if (share(work.gaps.of(GapCause::HostWait).time) > kLaunchBoundShare)
        return Bottleneck::LaunchBound;
    return share(work.busy()) > kGpuBoundShare ? Bottleneck::GpuBound : Bottleneck::Mixed;
}

std::string comparisonSentence(const TraceComparison& comparison)
{
    const ForwardWork& before = comparison.work.baseline;
    const ForwardWork& after = comparison.work.candidate;
    if (before.kernels == 0 || after.kernels == 0)
        return "At least one of the two traces holds no kernels, so there is nothing to compare.";
    std::string sentence = comparison.comparable.isOk()
                               ? ""
                               : "The two runs differ in what matters (" +
                                     comparison.comparable.differences.front().sentence + "). ";
    sentence += "The candidate runs " + countText(aForward(after.kernels, after.forwards)) + " " +
                kernelWord(after) + " a forward, the baseline " +
                countText(aForward(before.kernels, before.forwards)) + "; ";
    const Nanoseconds from = comparison.waterfall.baseline, to = comparison.waterfall.candidate;
    if (from > 0 && to > 0)
        sentence += "while recorded a forward took " + formatDuration(to) + " against " +
                    formatDuration(from) + " (" +
                    formatRatio(static_cast<double>(from) / static_cast<double>(to)) + "), " +
                    timeText(after.kernelTime, after.forwards) + " against " +
                    timeText(before.kernelTime, before.forwards) + " of it in kernels. ";
    if (comparison.bottleneck.baseline != Bottleneck::Unknown)
        sentence += "The baseline is " + std::string(bottleneckTitle(comparison.bottleneck.baseline)) +
                    ", the candidate " + std::string(bottleneckTitle(comparison.bottleneck.candidate)) + ". ";
    sentence += mainReason(comparison.waterfall);
    while (sentence.ends_with(' '))
        sentence.pop_back();
    return sentence;
}

std::vector<std::string> adviceFor(const Trace&, const Trace& candidate, const TraceComparison& comparison)
{
    std::vector<std::string> advice;
    const ForwardWork& work = comparison.work.candidate;
    if (const CompiledRegions regions = findCompiledRegions(candidate); regions.frames > 1)
        advice.push_back(
            "The candidate runs in " + formatCount(regions.frames) +
            " compiled frames: if one function was compiled, remove its graph breaks (the audit names "
            "them).");
    else if (regions.recompiles && *regions.recompiles > 0)
        advice.push_back("The candidate was compiled again " + formatCount(*regions.recompiles) +
                         " times: mark the changing dimension as dynamic.");
    if (comparison.bottleneck.candidate == Bottleneck::LaunchBound) {
        if (work.graphLaunches == 0)
            advice.push_back("The candidate waits for launches: a CUDA graph (aot-cudagraph, mode "
                             "\"reduce-overhead\") replays all of them with one call.");
        advice.push_back("A larger batch gives each launch more to do.");
    }
    if (comparison.bottleneck.candidate == Bottleneck::GpuBound)
        advice.push_back(
            "The device is nearly always busy: only faster kernels help (max-autotune, a narrower dtype).");
    const GapTotal& sync = work.gaps.of(GapCause::Sync);
    if (sync.time * 5 > work.endToEnd && sync.count > 0)
        advice.push_back("Synchronisations inside a forward cost " + timeText(sync.time, work.forwards) +
                         ": look for .item(), .cpu() or prints.");
    if (work.leadIn * 4 > work.endToEnd && work.endToEnd > 0)
        advice.push_back("Before its first kernel a forward spends " + timeText(work.leadIn, work.forwards) +
                         " on the host: guards and Python; an AOT package has neither.");
    return advice;
}

} // namespace twintrace
