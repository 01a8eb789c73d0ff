// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steadiness.h"

#include "core/analysis/statistics.h"

#include <cmath>
#include <vector>

namespace twintrace
{
namespace
{

constexpr std::size_t kLeastSamples = 8;
constexpr std::size_t kMostBlocks = 60; // all pairs of 60 blocks are 1,770: nothing
constexpr double kVisibleDrift = 0.02;
constexpr double kSignificant = 2.576; // 99 % point of the normal, two-sided

std::vector<double> blockMedians(std::span<const double> durations)
{
    const std::size_t blocks = std::min(kMostBlocks, durations.size());
    std::vector<double> medians;
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t first = block * durations.size() / blocks;
        const std::size_t last = (block + 1) * durations.size() / blocks;
        medians.push_back(median(durations.subspan(first, last - first)));
    }
    return medians;
}

} // namespace

Drift measureDrift(std::span<const double> durations)
{
    Drift drift;
    if (durations.size() < kLeastSamples)
        return drift;
    const std::vector<double> blocks = blockMedians(durations);
    const auto n = static_cast<double>(blocks.size());
    std::vector<double> slopes;
    double score = 0; // Mann-Kendall's S
    for (std::size_t i = 0; i < blocks.size(); ++i)
        for (std::size_t j = i + 1; j < blocks.size(); ++j) {
            slopes.push_back((blocks[j] - blocks[i]) / static_cast<double>(j - i));
            score += blocks[j] > blocks[i] ? 1 : blocks[j] < blocks[i] ? -1 : 0;
        }
    const double centre = median(durations);
    drift.relative = centre > 0 ? median(slopes) * (n - 1) / centre : 0;
    const double sigma = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
    drift.zScore = score == 0 ? 0 : (score > 0 ? score - 1 : score + 1) / sigma;
    drift.isSteady = std::abs(drift.relative) <= kVisibleDrift || std::abs(drift.zScore) <= kSignificant;
    return drift;
}

} // namespace twintrace
