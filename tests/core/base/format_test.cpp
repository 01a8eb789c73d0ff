// SPDX-License-Identifier: MIT
#include "core/base/format.h"

#include <gtest/gtest.h>

#include <limits>

namespace twintrace
{
namespace
{

TEST(Format, DurationsTakeAFittingUnit)
{
    EXPECT_EQ(formatDuration(850), "850 ns");
    EXPECT_EQ(formatDuration(12'300), "12.3 µs");
    EXPECT_EQ(formatDuration(1'610'000), "1.61 ms");
    EXPECT_EQ(formatDuration(13'300'000'000), "13.3 s");
    EXPECT_EQ(formatDuration(-4'500), "-4.50 µs");
    EXPECT_EQ(formatDuration(999'600), "1.00 ms");
}

TEST(Format, CountsAreGrouped)
{
    EXPECT_EQ(formatCount(0), "0");
    EXPECT_EQ(formatCount(999), "999");
    EXPECT_EQ(formatCount(9600), "9,600");
    EXPECT_EQ(formatCount(-1234567), "-1,234,567");
    EXPECT_EQ(formatCount(-123), "-123");
}

TEST(Format, RatiosPercentsBytesAndDifferences)
{
    EXPECT_EQ(formatRatio(2.48), "2.48×");
    EXPECT_EQ(formatRatio(std::numeric_limits<double>::infinity()), "–");
    EXPECT_EQ(formatPercent(0.19), "19 %");
    EXPECT_EQ(formatPercent(0.031), "3.1 %");
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(1'300'000'000), "1.30 GB");
    EXPECT_EQ(formatDelta(-4'500), "−4.50 µs");
    EXPECT_EQ(formatDelta(1'200'000), "+1.20 ms");
    EXPECT_EQ(formatDelta(0), "0");
    EXPECT_EQ(formatExactDuration(1'234'567), "1234.567 µs");
}

} // namespace
} // namespace twintrace
