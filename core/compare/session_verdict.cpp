// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/session_verdict.h"

#include "core/analysis/checks.h"
#include "core/analysis/statistics.h"
#include "core/base/format.h"
#include "core/compare/break_even.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

bool isMeasured(const SessionVariant& variant)
{
    return variant.status == VariantStatus::Ok && variant.steady && variant.steady->medianUs > 0;
}

bool hasWrongOutputs(const SessionVariant& variant)
{
    return variant.numerics && !variant.numerics->ok;
}

std::optional<double> uncachedTotal(const SessionVariant& variant)
{
    return variant.uncached ? variant.uncached->totalMs : std::nullopt;
}

/// From the rounds where the session kept them; else from the medians and their intervals, whose relative
/// half widths add up in squares for a ratio.
RatioEstimate speedupOf(const SteadyLatency& baseline, const SteadyLatency& candidate)
{
    if (!pooled(baseline.roundsUs).empty() && !pooled(candidate.roundsUs).empty())
        return bootstrapRatio(baseline.roundsUs, candidate.roundsUs);
    const double ratio = baseline.medianUs / candidate.medianUs;
    const double low = std::hypot((baseline.medianUs - baseline.ciLowUs) / baseline.medianUs,
                                  (candidate.ciHighUs - candidate.medianUs) / candidate.medianUs);
    const double high = std::hypot((baseline.ciHighUs - baseline.medianUs) / baseline.medianUs,
                                   (candidate.medianUs - candidate.ciLowUs) / candidate.medianUs);
    return {ratio, {ratio * (1 - std::min(low, 1.0)), ratio * (1 + high)}};
}

void compareWork(const SessionVariant& baseline, const SessionVariant& candidate,
                 SessionComparison& comparison)
{
    if (!baseline.perForward || !candidate.perForward)
        return;
    const PerForward& before = *baseline.perForward;
    const PerForward& after = *candidate.perForward;
    if (before.areCpuKernels == after.areCpuKernels)
        comparison.kernelsDelta = after.kernels - before.kernels;
    comparison.launchesDelta = after.launches - before.launches;
    comparison.gapsDelta = after.gapsOver1us - before.gapsOver1us;
    comparison.busyDeltaUs = after.busyUs - before.busyUs;
}

SessionComparison compare(const SessionVariant& baseline, const SessionVariant& candidate)
{
    SessionComparison comparison;
    comparison.baseline = baseline.id;
    comparison.candidate = candidate.id;
    comparison.batch = candidate.batch;
    compareWork(baseline, candidate, comparison);
    if (const auto before = uncachedTotal(baseline), after = uncachedTotal(candidate); before && after)
        comparison.addedFirstCallMs = *after - *before;
    if (!isMeasured(baseline) || !isMeasured(candidate) || hasWrongOutputs(baseline) ||
        hasWrongOutputs(candidate))
        return comparison;
    const RatioEstimate speedup = speedupOf(*baseline.steady, *candidate.steady);
    comparison.speedup = speedup.ratio;
    comparison.speedupLow = speedup.interval.low;
    comparison.speedupHigh = speedup.interval.high;
    if (comparison.addedFirstCallMs) {
        const BreakEven even = breakEven(*comparison.addedFirstCallMs, baseline.steady->medianUs, speedup);
        comparison.breakEvenCalls = even.calls;
        comparison.breakEvenLowCalls = even.low;
        comparison.breakEvenHighCalls = even.high;
    }
    return comparison;
}

bool isCompiled(std::string_view id)
{
    return id != "eager" && id != "py-eager";
}

void replaceCheck(Session& session, SessionCheck check)
{
    const auto known = std::find_if(session.checks.begin(), session.checks.end(),
                                    [&](const SessionCheck& other) { return other.id == check.id; });
    if (known == session.checks.end())
        session.checks.push_back(std::move(check));
    else
        *known = std::move(check);
}

void checkSpeeds(Session& session)
{
    const SessionComparison* main = mainComparison(session);
    if (main == nullptr || !isCompiled(main->candidate) || isCompiled(main->baseline))
        return;
    const SessionVariant* baseline = findVariant(session, main->baseline, main->batch);
    const SessionVariant* candidate = findVariant(session, main->candidate, main->batch);
    const auto before = baseline != nullptr ? uncachedTotal(*baseline) : std::nullopt;
    const auto after = candidate != nullptr ? uncachedTotal(*candidate) : std::nullopt;
    SessionCheck speed = checkCompiledSpeed(main->candidate, main->baseline, main->speedup);
    SessionCheck warmUp = checkCompileWarmUp(main->candidate, main->baseline, after, before);
    replaceCheck(session, std::move(speed));
    replaceCheck(session, std::move(warmUp));
}

std::string callsText(double calls)
{
    const double magnitude = calls < 100 ? 1 : std::pow(10, std::floor(std::log10(calls)) - 1);
    return formatCount(
        std::llround(std::ceil(calls / magnitude) * magnitude)); // two digits: it is an estimate
}

std::string readable(std::string_view id)
{
    return id == "eager" ? "eager" : id == "py-eager" ? "Python eager" : "Compiled (" + std::string(id) + ")";
}

std::string capitalised(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string speedPart(const SessionComparison& comparison)
{
    const std::string interval =
        " (" + formatRatio(*comparison.speedupLow) + " to " + formatRatio(*comparison.speedupHigh) + ")";
    const std::string names = capitalised(readable(comparison.candidate));
    const std::string base = comparison.baseline == "eager" ? "eager" : readable(comparison.baseline);
    if (RatioEstimate{*comparison.speedup, {*comparison.speedupLow, *comparison.speedupHigh}}
            .isNoDifference())
        return names + " and " + base + " cannot be told apart in steady state: no difference, " +
               formatRatio(*comparison.speedup) + interval;
    if (*comparison.speedup > 1)
        return names + " is " + formatRatio(*comparison.speedup) + " faster than " + base +
               " in steady state" + interval;
    return names + " is slower than " + base + " in steady state: " + formatRatio(*comparison.speedup) +
           " of its speed" + interval;
}

std::string costPart(const SessionComparison& comparison)
{
    if (!comparison.addedFirstCallMs)
        return {};
    const double added = *comparison.addedFirstCallMs;
    const std::string amount = formatDuration(static_cast<Nanoseconds>(std::llround(std::abs(added) * 1e6)));
    std::string text = added >= 0 ? "; the first call costs " + amount + " more"
                                  : "; the first call costs " + amount + " less";
    if (!comparison.breakEvenCalls)
        return text + "; it never pays back";
    if (*comparison.breakEvenCalls <= 0)
        return text + "; it pays back at once";
    text += "; it pays back after " + callsText(*comparison.breakEvenCalls) + " calls";
    return comparison.breakEvenHighCalls ? text : text + ", if at all";
}

} // namespace

const SessionVariant* findVariant(const Session& session, std::string_view id, std::int64_t batch)
{
    const auto found =
        std::find_if(session.variants.begin(), session.variants.end(),
                     [&](const auto& variant) { return variant.id == id && variant.batch == batch; });
    return found == session.variants.end() ? nullptr : &*found;
}

void judge(Session& session, std::string_view baseline)
{
    session.comparisons.clear();
    for (const SessionVariant& candidate : session.variants) {
        if (candidate.id == baseline || candidate.status != VariantStatus::Ok)
            continue;
        const SessionVariant* against = findVariant(session, baseline, candidate.batch);
        if (against != nullptr && against->status == VariantStatus::Ok)
            session.comparisons.push_back(compare(*against, candidate));
    }
    checkSpeeds(session);
}

const SessionComparison* mainComparison(const Session& session)
{
    if (session.comparisons.empty())
        return nullptr;
    const std::int64_t batch = session.comparisons.front().batch;
    const SessionComparison* first = nullptr;
    for (const SessionComparison& comparison : session.comparisons) {
        if (comparison.batch != batch)
            continue;
        if (comparison.candidate == "aot")
            return &comparison;
        if (first == nullptr || (!first->speedup && comparison.speedup))
            first = &comparison;
    }
    return first;
}

std::string verdictSentence(const Session& session, const SessionComparison& comparison)
{
    const SessionVariant* baseline = findVariant(session, comparison.baseline, comparison.batch);
    const SessionVariant* candidate = findVariant(session, comparison.candidate, comparison.batch);
    const std::string name = capitalised(readable(comparison.candidate));
    if (candidate != nullptr && hasWrongOutputs(*candidate))
        return name + " gives other results than " + candidate->numerics->against +
               ", beyond the tolerance of its dtype: no speed-up counts.";
    if (baseline != nullptr && hasWrongOutputs(*baseline))
        return "The baseline " + comparison.baseline + " gives other results than " +
               baseline->numerics->against + ": no speed-up counts.";
    if (!comparison.speedup || !comparison.speedupLow || !comparison.speedupHigh)
        return name + " was not measured in steady state, so no speed-up is known.";
    std::string sentence = speedPart(comparison) + costPart(comparison) + ".";
    const bool isSteady = baseline == nullptr || candidate == nullptr || !baseline->steady ||
                          !candidate->steady || (baseline->steady->isSteady && candidate->steady->isSteady);
    return isSteady ? sentence : sentence + " Not steady: the latencies still drifted.";
}

std::string verdictSentence(const Session& session)
{
    if (const SessionComparison* comparison = mainComparison(session))
        return verdictSentence(session, *comparison);
    for (const SessionVariant& variant : session.variants)
        if (variant.status == VariantStatus::Failed)
            return "Nothing can be compared: " + variant.id + " failed. " + variant.error;
    return session.variants.empty() ? "Nothing was measured yet."
                                    : "There is no second variant to compare with.";
}

} // namespace twintrace
