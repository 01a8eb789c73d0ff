// SPDX-License-Identifier: MIT
#include "core/base/time.h"

#include <gtest/gtest.h>

#include <limits>

namespace twintrace
{
namespace
{

constexpr Nanoseconds kMax = std::numeric_limits<Nanoseconds>::max();
constexpr Nanoseconds kMin = std::numeric_limits<Nanoseconds>::min();

void expectTime(std::string_view text, std::int64_t microseconds, std::int32_t nanoseconds)
{
    const auto time = parseMicroseconds(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(time->microseconds, microseconds) << text;
    EXPECT_EQ(time->nanoseconds, nanoseconds) << text;
}

TEST(ParseMicroseconds, KeepsEveryNanosecond)
{
    expectTime("1712195495519695.801", 1712195495519695, 801);
    expectTime("0", 0, 0);
    expectTime("12.345", 12, 345);
    expectTime("12.3", 12, 300);
    expectTime(".5", 0, 500);
    expectTime("5.", 5, 0);
}

TEST(ParseMicroseconds, RoundsToTheNearestNanosecond)
{
    expectTime("1.2344", 1, 234);
    expectTime("1.2345", 1, 235);
    expectTime("1.9996", 2, 0);
}

TEST(ParseMicroseconds, SplitsNegativeTimesAtTheFloor)
{
    expectTime("-3", -3, 0);
    expectTime("-0.25", -1, 750);
    expectTime("-33000.001", -33001, 999);
}

TEST(ParseMicroseconds, ReadsExponents)
{
    expectTime("1e3", 1000, 0);
    expectTime("1.5E2", 150, 0);
    expectTime("1234e-3", 1, 234);
    expectTime("1e-9", 0, 0);
    expectTime("1e-300", 0, 0);
}

TEST(ParseMicroseconds, TakesWhatFitsAndRefusesTheRest)
{
    expectTime("9223372036854775807", kMax, 0);
    EXPECT_FALSE(parseMicroseconds("9223372036854775808"));
    EXPECT_FALSE(parseMicroseconds("1e300"));
    EXPECT_FALSE(parseMicroseconds(""));
    EXPECT_FALSE(parseMicroseconds("-"));
    EXPECT_FALSE(parseMicroseconds("."));
    EXPECT_FALSE(parseMicroseconds("nan"));
    EXPECT_FALSE(parseMicroseconds("12x"));
    EXPECT_FALSE(parseMicroseconds("0x10"));
}

TEST(SinceOrigin, SaturatesInsteadOfOverflowing)
{
    EXPECT_EQ(sinceOrigin({5, 7}, 2), 3007);
    EXPECT_EQ(sinceOrigin({kMax, 0}, 0), kMax);
    EXPECT_EQ(sinceOrigin({kMin, 0}, 0), kMin);
    EXPECT_EQ(sinceOrigin({1700000000000000101, 0}, 1700000000000000000), 101000);
}

TEST(MicrosecondsText, WritesAtMostThreeDecimals)
{
    EXPECT_EQ(microsecondsText(1500), "1.5");
    EXPECT_EQ(microsecondsText(0), "0");
    EXPECT_EQ(microsecondsText(-1250), "-1.25");
    EXPECT_EQ(microsecondsText(1001), "1.001");
    EXPECT_EQ(microsecondsText(kMin), "-9223372036854775.808");
}

TEST(SaturatingAdd, StopsAtTheEnds)
{
    EXPECT_EQ(saturatingAdd(kMax, 1), kMax);
    EXPECT_EQ(saturatingAdd(kMin, -1), kMin);
    EXPECT_EQ(saturatingAdd(2, 3), 5);
    EXPECT_EQ(saturatingNegate(kMin), kMax);
}

} // namespace
} // namespace twintrace
