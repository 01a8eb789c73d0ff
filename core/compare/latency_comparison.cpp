// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/latency_comparison.h"

#include "core/analysis/steadiness.h"
#include "core/compare/session_verdict.h"

#include <algorithm>

namespace twintrace
{
namespace
{

LatencyRow rowOf(const SessionVariant& variant, std::string_view baseline)
{
    LatencyRow row;
    row.id = variant.id;
    row.label = variant.label.empty() ? variant.id : variant.label;
    row.batch = variant.batch;
    row.status = variant.status;
    row.reason = variant.error;
    row.isBaseline = variant.id == baseline;
    row.uncachedMs = variant.uncached ? variant.uncached->totalMs : std::nullopt;
    row.cachedMs = variant.cached ? variant.cached->totalMs : std::nullopt;
    if (variant.numerics && !variant.numerics->ok && row.reason.empty())
        row.reason = "Its outputs differ from " + variant.numerics->against + "'s beyond the tolerance.";
    if (!variant.steady)
        return row;
    const SteadyLatency& steady = *variant.steady;
    row.medianUs = steady.medianUs;
    row.madUs = steady.madUs;
    row.medianInterval = Interval{steady.ciLowUs, steady.ciHighUs};
    row.isSteady = steady.isSteady;
    const std::vector<double> samples = pooled(steady.roundsUs);
    row.outliers = static_cast<std::int64_t>(countOutliers(samples));
    row.drift = measureDrift(samples).relative;
    return row;
}

} // namespace

std::vector<LatencyRow> latencyTable(const Session& session, std::string_view baseline)
{
    Session judged = session;
    judge(judged, baseline);
    std::vector<LatencyRow> rows;
    for (const SessionVariant& variant : judged.variants) {
        rows.push_back(rowOf(variant, baseline));
        LatencyRow& row = rows.back();
        const auto found =
            std::find_if(judged.comparisons.begin(), judged.comparisons.end(), [&](const auto& c) {
                return c.candidate == variant.id && c.batch == variant.batch;
            });
        if (found == judged.comparisons.end())
            continue;
        row.addedFirstCallMs = found->addedFirstCallMs;
        if (!found->speedup)
            continue;
        row.speedup = RatioEstimate{*found->speedup, {*found->speedupLow, *found->speedupHigh}};
        if (found->addedFirstCallMs)
            row.breakEven =
                BreakEven{found->breakEvenCalls, found->breakEvenLowCalls, found->breakEvenHighCalls};
    }
    return rows;
}

} // namespace twintrace
