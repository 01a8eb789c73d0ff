// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace twintrace
{
namespace
{

// By hand: sorted 1 2 3 4 100 -> median 3; distances 2 1 0 1 97 -> sorted 0 1 1 2 97 -> MAD 1.
TEST(Statistics, MedianAndMadOfAnOddCount)
{
    const std::vector<double> samples = {100, 1, 3, 4, 2};
    EXPECT_DOUBLE_EQ(median(samples), 3);
    EXPECT_DOUBLE_EQ(medianAbsoluteDeviation(samples), 1);
}

// By hand: sorted 1 2 4 9 -> median 3; distances 2 1 1 6 -> sorted 1 1 2 6 -> MAD 1.5.
TEST(Statistics, MedianAndMadOfAnEvenCount)
{
    const std::vector<double> samples = {9, 1, 4, 2};
    EXPECT_DOUBLE_EQ(median(samples), 3);
    EXPECT_DOUBLE_EQ(medianAbsoluteDeviation(samples), 1.5);
}

TEST(Statistics, NothingGivesZero)
{
    EXPECT_EQ(median({}), 0);
    EXPECT_EQ(medianAbsoluteDeviation({}), 0);
    EXPECT_EQ(countOutliers({}), 0U);
    EXPECT_EQ(bootstrapMedian(std::span<const double>()).high, 0);
    EXPECT_EQ(bootstrapMedian(Rounds{}).high, 0);
    EXPECT_TRUE(bootstrapRatio({}, {}).isNoDifference());
}

// MAD 1, limit 3 * 1.4826 = 4.4478: only 100 (97 away) is farther.
TEST(Statistics, HampelsRuleFindsTheOutlier)
{
    EXPECT_EQ(countOutliers(std::vector<double>{100, 1, 3, 4, 2}), 1U);
    EXPECT_EQ(countOutliers(std::vector<double>{5, 5, 5, 5, 9}), 0U); // MAD 0: no scale to judge by
}

// The bootstrap distribution of the median of {1, 2, 3}: a draw of three gives median 1 when at least two are
// 1: (1/3)^3 + 3 (1/3)^2 (2/3) = 7/27, likewise 3; so 2.5 % and 97.5 % points are 1 and 3.
TEST(Statistics, BootstrapOfThreeSamplesReachesBothEnds)
{
    const Interval interval = bootstrapMedian(std::vector<double>{2, 1, 3});
    EXPECT_DOUBLE_EQ(interval.low, 1);
    EXPECT_DOUBLE_EQ(interval.high, 3);
}

// Exact bootstrap distribution for 1..101: P(M* <= i) = P(Binomial(101, i/101) >= 51). It passes 2.5 % at 41
// and 97.5 % at 61 (computed with exact integers: P(M* <= 40) = 0.0171, P(M* <= 41) = 0.0279; symmetric
// above).
TEST(Statistics, BootstrapOfManySamplesMeetsTheExactDistribution)
{
    std::vector<double> samples(101);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = static_cast<double>(i + 1);
    const Interval interval = bootstrapMedian(samples, {.replicates = 40000});
    EXPECT_NEAR(interval.low, 41, 1);
    EXPECT_NEAR(interval.high, 61, 1);
}

TEST(Statistics, TheSameSamplesGiveTheSameInterval)
{
    const Rounds rounds = {{1, 2, 3, 4}, {2, 3, 4, 5}, {1, 3, 5, 2}, {2, 2, 3, 3}};
    const Interval first = bootstrapMedian(rounds);
    const Interval second = bootstrapMedian(rounds);
    EXPECT_EQ(first.low, second.low);
    EXPECT_EQ(first.high, second.high);
}

TEST(Statistics, RatioOfMediansIsBaselineOverCandidate)
{
    const Rounds baseline = {{20, 21, 19}, {20, 20, 22}, {18, 20, 20}};
    const Rounds candidate = {{10, 10, 11}, {9, 10, 10}, {10, 12, 10}};
    const RatioEstimate estimate = bootstrapRatio(baseline, candidate);
    EXPECT_DOUBLE_EQ(estimate.ratio, 2);
    EXPECT_FALSE(estimate.isNoDifference());
    EXPECT_TRUE(estimate.interval.holds(2));
}

TEST(Statistics, LessThanTheNoiseOfProcessesIsNoDifference)
{
    EXPECT_TRUE((RatioEstimate{1.005, {1.003, 1.007}}).isNoDifference());
    EXPECT_FALSE((RatioEstimate{1.02, {1.015, 1.025}}).isNoDifference());
    EXPECT_TRUE((RatioEstimate{1.05, {0.99, 1.1}}).isNoDifference());
}

// What moves both runs at once (here a clock that halves in the third round) must not widen the ratio's
// interval.
TEST(Statistics, PairedRoundsCancelWhatBothShare)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> noise(0, 0.01);
    Rounds baseline, candidate;
    for (int round = 0; round < 10; ++round) {
        const double clock = round % 3 == 0 ? 2.0 : 1.0;
        baseline.emplace_back();
        candidate.emplace_back();
        for (int call = 0; call < 20; ++call) {
            baseline.back().push_back(clock * (10 + noise(random)));
            candidate.back().push_back(clock * (8 + noise(random)));
        }
    }
    const RatioEstimate estimate = bootstrapRatio(baseline, candidate);
    EXPECT_NEAR(estimate.ratio, 1.25, 0.01);
    EXPECT_LT(estimate.interval.high - estimate.interval.low, 0.05);
}

/// Share of `trials` in which the interval of `draw`'s samples holds `truth`.
double coverage(int trials, double truth, const std::function<Interval(std::mt19937_64&)>& intervalOf)
{
    std::mt19937_64 random(12345);
    int held = 0;
    for (int trial = 0; trial < trials; ++trial)
        held += intervalOf(random).holds(truth) ? 1 : 0;
    return static_cast<double>(held) / trials;
}

Interval intervalOfSamples(std::mt19937_64& random, const std::function<double(std::mt19937_64&)>& sample)
{
    std::vector<double> samples(120);
    for (double& value : samples)
        value = sample(random);
    return bootstrapMedian(samples, {.replicates = 1500});
}

TEST(StatisticsCoverage, NormalSamples)
{
    std::normal_distribution<double> normal(100, 5);
    const double share = coverage(3000, 100, [&](auto& random) {
        return intervalOfSamples(random, [&](auto& r) { return normal(r); });
    });
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
}

// Latencies lean right: lognormal with median exp(1).
TEST(StatisticsCoverage, SkewedSamples)
{
    std::lognormal_distribution<double> skewed(1, 0.8);
    const double share = coverage(3000, std::exp(1), [&](auto& random) {
        return intervalOfSamples(random, [&](auto& r) { return skewed(r); });
    });
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
}

// Two clocks: 70 % around 10, 30 % around 14. The median m of the mixture solves 0.7 Phi((m - 10) / 0.5) =
// 0.5, since the second mode is 8 sigmas away: Phi^-1(0.714286) = 0.565949, m = 10.282974.
TEST(StatisticsCoverage, BimodalSamples)
{
    std::normal_distribution<double> fast(10, 0.5);
    std::normal_distribution<double> slow(14, 0.5);
    std::bernoulli_distribution isFast(0.7);
    const double share = coverage(3000, 10.282974, [&](auto& random) {
        return intervalOfSamples(random, [&](auto& r) { return isFast(r) ? fast(r) : slow(r); });
    });
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.97);
}

/// Ten rounds of twenty calls, each round with a mood of its own that both runs share in part.
void drawSession(std::mt19937_64& random, double speedup, Rounds& baseline, Rounds& candidate)
{
    std::normal_distribution<double> shared(0, 0.03), own(0, 0.01), call(0, 0.02);
    baseline.assign(10, {});
    candidate.assign(10, {});
    for (int round = 0; round < 10; ++round) {
        const double mood = std::exp(shared(random));
        const double baselineMood = mood * std::exp(own(random));
        const double candidateMood = mood * std::exp(own(random));
        for (int i = 0; i < 20; ++i) {
            baseline[static_cast<std::size_t>(round)].push_back(100 * baselineMood * std::exp(call(random)));
            candidate[static_cast<std::size_t>(round)].push_back(100 / speedup * candidateMood *
                                                                 std::exp(call(random)));
        }
    }
}

TEST(StatisticsCoverage, RatioOverRoundsThatAreNoIndependentSamples)
{
    Rounds baseline, candidate;
    const double share = coverage(1500, 1.3, [&](auto& random) {
        drawSession(random, 1.3, baseline, candidate);
        return bootstrapRatio(baseline, candidate, {.replicates = 1000}).interval;
    });
    EXPECT_GE(share, 0.93);
    EXPECT_LE(share, 0.975);
}

// The same variant twice: told apart in about one of twenty sessions, as a 95 % interval must.
TEST(StatisticsCoverage, TheSameVariantTwiceIsNoDifference)
{
    std::mt19937_64 random(99);
    Rounds baseline, candidate;
    int same = 0;
    for (int session = 0; session < 200; ++session) {
        drawSession(random, 1.0, baseline, candidate);
        same += bootstrapRatio(baseline, candidate, {.replicates = 1000}).isNoDifference() ? 1 : 0;
    }
    EXPECT_GE(same, 180);
}

} // namespace
} // namespace twintrace
