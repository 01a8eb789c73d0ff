// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/break_even.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

// 40 s added, 1000 us a call against 400 us: 600 us saved, 40e6 / 600 = 66666.67 calls. At a speed-up of 2
// only 500 us are saved (80000 calls), at 4 it is 750 us (53333.33).
TEST(BreakEven, ByHandWithItsInterval)
{
    const BreakEven result = breakEven(40000, 1000, {2.5, {2, 4}});
    EXPECT_NEAR(*result.calls, 66666.67, 0.01);
    EXPECT_NEAR(*result.low, 53333.33, 0.01);
    EXPECT_NEAR(*result.high, 80000, 0.01);
}

TEST(BreakEven, NeverWhenNothingIsSaved)
{
    const BreakEven result = breakEven(40000, 1000, {0.9, {0.8, 1.1}});
    EXPECT_FALSE(result.calls);
    EXPECT_TRUE(result.low);
    EXPECT_FALSE(result.high);
}

TEST(BreakEven, AtOnceWhenNothingWasAdded)
{
    EXPECT_EQ(breakEven(-5, 1000, {1.2, {1.1, 1.3}}).calls, 0.0);
    EXPECT_FALSE(breakEven(-5, 1000, {0.5, {0.4, 0.6}}).calls);
}

TEST(BreakEven, NonsenseIsNever)
{
    EXPECT_FALSE(breakEven(10, 0, {2, {2, 2}}).calls);
    EXPECT_FALSE(breakEven(10, 1000, {0, {0, 0}}).calls);
}

} // namespace
} // namespace twintrace
