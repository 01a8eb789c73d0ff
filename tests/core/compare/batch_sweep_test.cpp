// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/batch_sweep.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

// 100 -> 105 µs for eight times the batch: log(1.05)/log(8) = 0.02, overhead. 105 -> 800 µs: 0.98, compute.
TEST(BatchSweep, GrowthTellsTheRegimes)
{
    const SweepSummary summary =
        summariseSweep({{512, 800, 790, {}, {}}, {8, 100, 40, {}, {}}, {64, 105, 50, {}, {}}});
    ASSERT_EQ(summary.regimes.size(), 3U);
    EXPECT_EQ(summary.regimes[0], SweepRegime::OverheadBound);
    EXPECT_EQ(summary.regimes[1], SweepRegime::ComputeBound);
    EXPECT_EQ(summary.regimes[2], SweepRegime::ComputeBound);
    EXPECT_EQ(
        summary.sentence,
        "Compiled is faster at 2 of 3 batch sizes: most (2.50×) at batch 8, least (1.01×) at batch 512; "
        "eager is overhead-bound at batch 8 and compute-bound at batch 512.");
}

// 30 of 100 µs in kernels: 70 % outside. 95 of 100: 5 % outside.
TEST(BatchSweep, KernelTimeDecidesWhereItIsKnown)
{
    const SweepSummary summary = summariseSweep({{1, 100, 50, 30, {}}, {2, 100, 99, 95, {}}});
    EXPECT_EQ(summary.regimes[0], SweepRegime::OverheadBound);
    EXPECT_EQ(summary.regimes[1], SweepRegime::ComputeBound);
}

TEST(BatchSweep, SaysWhenNothingIsWon)
{
    const SweepSummary summary = summariseSweep({{1, 100, 101, {}, {}}, {2, 200, 250, {}, {}}});
    EXPECT_EQ(summary.sentence,
              "Compiled is at no batch size faster than eager; the best is 0.99× at batch 1; "
              "eager is compute-bound throughout.");
}

TEST(BatchSweep, ToleratesNonsense)
{
    EXPECT_TRUE(summariseSweep({}).sentence.empty());
    EXPECT_TRUE(summariseSweep({{8, 100, 50, {}, {}}}).sentence.empty());
    EXPECT_TRUE(
        summariseSweep({{8, 100, 50, {}, {}}, {8, 100, 50, {}, {}}, {16, 0, 5, {}, {}}}).sentence.empty());
}

} // namespace
} // namespace twintrace
