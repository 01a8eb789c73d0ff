// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace twintrace
{

/// A 95 % interval; low <= high.
struct Interval {
    double low = 0;
    double high = 0;
    [[nodiscard]] bool holds(double value) const { return low <= value && value <= high; }
};

/// Measured calls of one variant, one list a round, in the order they were measured. Rounds of two variants
/// that were measured in turn have the same index.
using Rounds = std::vector<std::vector<double>>;

/// Middle value, the mean of the two middle ones for an even count; 0 when there is nothing.
[[nodiscard]] double median(std::span<const double> samples);

/// Median of the absolute distances from the median (unscaled: times 1.4826 it estimates a normal's sigma).
[[nodiscard]] double medianAbsoluteDeviation(std::span<const double> samples);

/// Samples farther from the median than three scaled MADs (Hampel's rule); 0 when the MAD is 0.
[[nodiscard]] std::size_t countOutliers(std::span<const double> samples);

struct BootstrapOptions {
    std::size_t replicates = 4000;
    std::uint64_t seed = 20240229; ///< fixed: the same samples give the same interval, always
};

/// Percentile bootstrap 95 % interval of the median of independent samples (Efron & Tibshirani 1993, ch. 13).
/// One sample gives an interval of no width.
[[nodiscard]] Interval bootstrapMedian(std::span<const double> samples, const BootstrapOptions& options = {});

/// The same from rounds: with three rounds or more whole rounds are drawn, since calls of one round share
/// clock and load and are no independent samples; the interval is then widened by Student's t, since rounds
/// are few.
[[nodiscard]] Interval bootstrapMedian(const Rounds& rounds, const BootstrapOptions& options = {});

/// Ratio of two medians, baseline over candidate: above 1 the candidate is faster.
struct RatioEstimate {
    double ratio = 1;
    Interval interval{1, 1};
    /// The interval holds 1, or the difference is smaller than what two processes of the same program show
    /// (memory layout, page colouring: about a percent, and no round can see it): the two cannot be told
    /// apart.
    [[nodiscard]] bool isNoDifference() const
    {
        return interval.holds(1.0) || (ratio > 1 - kProcessNoiseRatio && ratio < 1 + kProcessNoiseRatio);
    }
    static constexpr double kProcessNoiseRatio = 0.01;
};

/// Speed-up with its bootstrap 95 % interval. When both sides have the same number of rounds, three or more,
/// rounds are drawn in pairs (what moved both at once cancels out); otherwise single samples are drawn from
/// each side.
[[nodiscard]] RatioEstimate bootstrapRatio(const Rounds& baseline, const Rounds& candidate,
                                           const BootstrapOptions& options = {});

/// All samples of all rounds in one list.
[[nodiscard]] std::vector<double> pooled(const Rounds& rounds);

} // namespace twintrace
