// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/ruler.h"
#include "core/timeline/time_scale.h"
#include "core/timeline/twin_alignment.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace twintrace
{
namespace
{

constexpr Nanoseconds kMost = std::numeric_limits<Nanoseconds>::max();
constexpr Nanoseconds kLeast = std::numeric_limits<Nanoseconds>::min();

TEST(TimeScale, MapsTheEdgesOfTheWindowToTheEdgesOfTheScreen)
{
    const TimeScale scale({1000, 3000}, 200);
    EXPECT_DOUBLE_EQ(scale.pixelOf(1000), 0);
    EXPECT_DOUBLE_EQ(scale.pixelOf(3000), 200);
    EXPECT_DOUBLE_EQ(scale.pixelOf(2000), 100);
    EXPECT_EQ(scale.timeAt(0), 1000);
    EXPECT_EQ(scale.timeAt(200), 3000);
    EXPECT_EQ(scale.timeAt(-1), 990);
}

TEST(TimeScale, RoundTripsToThePixelAtEpochTimes)
{
    // Unix epoch in ns: beyond what a double holds exactly, but differences to the window's begin are small.
    const Nanoseconds begin = 1'712'195'495'519'695'123;
    const TimeScale scale({begin, begin + 1000}, 1000);
    for (Nanoseconds offset = 0; offset < 1000; ++offset)
        EXPECT_EQ(scale.timeAt(scale.pixelOf(begin + offset) + 1e-6), begin + offset);
}

TEST(TimeScale, SurvivesAnEmptyWindowAndHostileTimes)
{
    const TimeScale empty({5, 5}, 100);
    EXPECT_DOUBLE_EQ(empty.pixelOf(6), 100);
    const TimeScale none({0, 10}, 0);
    EXPECT_DOUBLE_EQ(none.width(), 1);
    const TimeScale whole({kLeast, kMost}, 100);
    EXPECT_GE(whole.pixelOf(kMost), 99.9);
    EXPECT_EQ(whole.timeAt(1e30), kMost);
    EXPECT_EQ((TimeWindow{kLeast, kMost}.duration()), kMost);
}

TEST(Windows, AreClampedIntoTheLimits)
{
    EXPECT_EQ(clampedWindow({-50, 50}, {0, 1000}), (TimeWindow{0, 100}));
    EXPECT_EQ(clampedWindow({950, 1050}, {0, 1000}), (TimeWindow{900, 1000}));
    EXPECT_EQ(clampedWindow({-500, 5000}, {0, 1000}), (TimeWindow{0, 1000}));
    EXPECT_EQ(clampedWindow({500, 501}, {0, 1000}), (TimeWindow{500, 500 + kShortestWindow}));
    EXPECT_EQ(clampedWindow({3, 4}, {0, 5}), (TimeWindow{0, kShortestWindow}))
        << "limits shorter than any window";
}

TEST(Windows, ZoomKeepsTheAnchorWhereItIs)
{
    const TimeWindow limits{0, 1'000'000};
    TimeWindow window{200'000, 800'000};
    const Nanoseconds anchor = 350'000;
    const double share = TimeScale(window, 1).pixelOf(anchor);
    for (int i = 0; i < 20; ++i) {
        window = zoomedWindow(window, 0.8, anchor, limits);
        EXPECT_NEAR(TimeScale(window, 1).pixelOf(anchor), share, 0.01);
    }
    EXPECT_EQ(zoomedWindow({0, 100}, 1e-9, 50, limits).duration(), kShortestWindow);
    EXPECT_EQ(zoomedWindow({0, 100}, 1e12, 50, limits), limits);
}

TEST(Windows, PanStopsAtTheEndAndKeepsItsLength)
{
    EXPECT_EQ(pannedWindow({100, 200}, 10'000, {0, 1000}), (TimeWindow{900, 1000}));
    EXPECT_EQ(pannedWindow({100, 200}, kLeast, {0, 1000}), (TimeWindow{0, 100}));
    EXPECT_EQ(pannedWindow({100, 200}, kMost, {0, 1000}), (TimeWindow{900, 1000}));
}

TEST(Ruler, TicksAreRoundAndFarEnoughApart)
{
    for (const Nanoseconds length : {20LL, 999LL, 1'000'000LL, 123'456'789LL, 86'400'000'000'000LL}) {
        const TimeScale scale({777, 777 + length}, 1000);
        const std::vector<RulerTick> ticks = rulerTicks(scale, 100);
        double previous = -1000;
        int majors = 0;
        for (const RulerTick& tick : ticks) {
            EXPECT_GE(tick.time, 777);
            EXPECT_LE(tick.time, 777 + length);
            if (!tick.isMajor)
                continue;
            ++majors;
            EXPECT_FALSE(tick.label.empty());
            EXPECT_GE(scale.pixelOf(tick.time) - previous, 99.9);
            previous = scale.pixelOf(tick.time);
        }
        EXPECT_GE(majors, 3) << length;
    }
}

TEST(Ruler, LabelsUseOneUnitForTheStep)
{
    EXPECT_EQ(rulerLabel(0, 1000), "0");
    EXPECT_EQ(rulerLabel(1'500'000, 100'000), "1.5 ms");
    EXPECT_EQ(rulerLabel(-2'000, 1'000), "−2 µs");
    EXPECT_EQ(rulerLabel(1'234'567'890, 1), "1234567.89 µs") << "no digit of the step is lost";
    EXPECT_EQ(rulerLabel(kLeast, 1'000'000'000), "−9223372036.854775808 s");
}

TEST(TwinAlignment, GoesThereAndBackExactly)
{
    const TwinAlignment shift{1'000, 250, 1, 1};
    std::mt19937_64 random(7);
    for (int i = 0; i < 1000; ++i) {
        const auto time = static_cast<Nanoseconds>(random() % 1'000'000'000'000ULL);
        EXPECT_EQ(shift.toBaseline(shift.toCandidate(time)), time);
        EXPECT_EQ(shift.toCandidate(time) - time, -750);
    }
    const TwinAlignment scaled{100, 7, 3'000'000, 1'000'000};
    EXPECT_EQ(scaled.toCandidate(Nanoseconds(100 + 3'000'000)), 7 + 1'000'000);
    EXPECT_EQ(scaled.toBaseline(Nanoseconds(7 + 1'000'000)), 100 + 3'000'000);
    EXPECT_EQ(scaled.toCandidate(Nanoseconds(100 - 3)), 6);
    EXPECT_EQ(scaled.toCandidate(kMost), scaled.toCandidate(kMost)) << "no overflow";
}

} // namespace
} // namespace twintrace
