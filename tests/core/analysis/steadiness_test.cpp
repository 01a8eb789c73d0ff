// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steadiness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace twintrace
{
namespace
{

// 10, 11 … 17 by hand: every pair rises by 1 a step, so the slope is 1; over 7 steps 7, median 13.5: 0.5185.
// S = 28 pairs; sigma^2 = 8 * 7 * 21 / 18 = 65.33; z = 27 / 8.083 = 3.340.
TEST(Steadiness, ARisingRunByHand)
{
    const std::vector<double> rising = {10, 11, 12, 13, 14, 15, 16, 17};
    const Drift drift = measureDrift(rising);
    EXPECT_NEAR(drift.relative, 7 / 13.5, 1e-9);
    EXPECT_NEAR(drift.zScore, 3.340, 0.001);
    EXPECT_FALSE(drift.isSteady);
}

TEST(Steadiness, TooFewSamplesAreNeverSteady)
{
    EXPECT_FALSE(measureDrift(std::vector<double>{5, 5, 5}).isSteady);
    EXPECT_TRUE(measureDrift(std::vector<double>(8, 5.0)).isSteady);
}

TEST(Steadiness, WarmUpIsDriftAndWhatFollowsIsNot)
{
    std::mt19937_64 random(3);
    std::normal_distribution<double> noise(0, 1);
    std::vector<double> durations;
    for (int call = 0; call < 300; ++call)
        durations.push_back(100 + 60 * std::exp(-call / 60.0) + noise(random));
    EXPECT_FALSE(measureDrift(std::span(durations).first(100)).isSteady);
    EXPECT_TRUE(measureDrift(std::span(durations).last(50)).isSteady);
}

TEST(Steadiness, NoiseAndOutliersAreNoDrift)
{
    std::mt19937_64 random(5);
    std::normal_distribution<double> noise(100, 5);
    int steady = 0;
    for (int run = 0; run < 200; ++run) {
        std::vector<double> durations(60);
        for (double& duration : durations)
            duration = noise(random);
        durations[50] = 5000;
        steady += measureDrift(durations).isSteady ? 1 : 0;
    }
    EXPECT_GE(steady, 194);
}

} // namespace
} // namespace twintrace
