// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/batch_sweep.h"

#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kFlat = 1.0 / 3; // growth exponents, see the header
constexpr double kSteep = 2.0 / 3;
constexpr double kMostlyOverhead = 0.5; // shares of a call outside kernels
constexpr double kLittleOverhead = 0.2;
constexpr double kTie = 0.03; // speed-ups closer to 1 than this are no win; short rounds scatter by as much

double speedupOf(const SweepPoint& point)
{
    return point.eagerUs / point.compiledUs;
}

SweepRegime byShare(const SweepPoint& point)
{
    const double outside = 1 - *point.eagerKernelUs / point.eagerUs;
    return outside > kMostlyOverhead   ? SweepRegime::OverheadBound
           : outside < kLittleOverhead ? SweepRegime::ComputeBound
                                       : SweepRegime::Mixed;
}

SweepRegime byGrowth(const SweepPoint& from, const SweepPoint& to)
{
    const double exponent = std::log(to.eagerUs / from.eagerUs) /
                            std::log(static_cast<double>(to.batch) / static_cast<double>(from.batch));
    return exponent < kFlat    ? SweepRegime::OverheadBound
           : exponent > kSteep ? SweepRegime::ComputeBound
                               : SweepRegime::Mixed;
}

std::vector<SweepRegime> regimesOf(const std::vector<SweepPoint>& points)
{
    std::vector<SweepRegime> regimes(points.size(), SweepRegime::Unknown);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].eagerKernelUs)
            regimes[i] = byShare(points[i]);
        else if (points.size() > 1) // the step towards the next larger batch, at the end the one before
            regimes[i] = i + 1 < points.size() ? byGrowth(points[i], points[i + 1])
                                               : byGrowth(points[i - 1], points[i]);
    }
    return regimes;
}

std::string atBatch(std::int64_t batch)
{
    return " at batch " + formatCount(batch);
}

std::string speedText(const std::vector<SweepPoint>& points)
{
    const auto [worst, best] =
        std::minmax_element(points.begin(), points.end(), [](const SweepPoint& one, const SweepPoint& other) {
            return speedupOf(one) < speedupOf(other);
        });
    const auto wins = std::count_if(points.begin(), points.end(),
                                    [](const SweepPoint& point) { return speedupOf(point) > 1 + kTie; });
    if (wins == 0)
        return "Compiled is at no batch size faster than eager; the best is " +
               formatRatio(speedupOf(*best)) + atBatch(best->batch);
    const std::string where =
        wins == std::ptrdiff_t(points.size())
            ? "at every batch size"
            : "at " + std::to_string(wins) + " of " + std::to_string(points.size()) + " batch sizes";
    return "Compiled is faster " + where + ": most (" + formatRatio(speedupOf(*best)) + ")" +
           atBatch(best->batch) + ", least (" + formatRatio(speedupOf(*worst)) + ")" + atBatch(worst->batch);
}

std::string regimeText(const std::vector<SweepPoint>& points, const std::vector<SweepRegime>& regimes)
{
    const bool isUniform = std::equal(regimes.begin() + 1, regimes.end(), regimes.begin());
    if (isUniform)
        return "; eager is " + std::string(regimeTitle(regimes.front())) + " throughout";
    return "; eager is " + std::string(regimeTitle(regimes.front())) + atBatch(points.front().batch) +
           " and " + std::string(regimeTitle(regimes.back())) + atBatch(points.back().batch);
}

} // namespace

std::string_view regimeTitle(SweepRegime regime)
{
    switch (regime) {
    case SweepRegime::OverheadBound:
        return "overhead-bound";
    case SweepRegime::ComputeBound:
        return "compute-bound";
    case SweepRegime::Mixed:
        return "between overhead- and compute-bound";
    case SweepRegime::Unknown:
        break;
    }
    return "of unknown kind";
}

SweepSummary summariseSweep(std::vector<SweepPoint> points)
{
    points.erase(std::remove_if(points.begin(), points.end(),
                                [](const SweepPoint& point) {
                                    return point.batch <= 0 || !(point.eagerUs > 0) ||
                                           !(point.compiledUs > 0);
                                }),
                 points.end());
    std::sort(points.begin(), points.end(),
              [](const SweepPoint& one, const SweepPoint& other) { return one.batch < other.batch; });
    points.erase(
        std::unique(points.begin(), points.end(),
                    [](const SweepPoint& one, const SweepPoint& other) { return one.batch == other.batch; }),
        points.end());
    SweepSummary summary;
    summary.regimes = regimesOf(points);
    if (points.size() > 1)
        summary.sentence = speedText(points) + regimeText(points, summary.regimes) + ".";
    return summary;
}

} // namespace twintrace
