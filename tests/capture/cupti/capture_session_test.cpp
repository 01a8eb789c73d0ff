// SPDX-License-Identifier: MIT
#include "capture/cupti/capture_session.h"
#include "fake_cupti.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using test::FakeCupti;
using ::testing::HasSubstr;

TEST(CaptureSession, ThereIsOneAProcess)
{
    FakeCupti cupti;
    {
        const auto first = CaptureSession::open(cupti.api(), nullptr, {});
        ASSERT_TRUE(first.has_value());
        const auto second = CaptureSession::open(cupti.api(), nullptr, {});
        ASSERT_FALSE(second.has_value());
        EXPECT_THAT(second.error().message, HasSubstr("being recorded already"));
    }
    EXPECT_TRUE(CaptureSession::open(cupti.api(), nullptr, {}).has_value());
}

TEST(CaptureSession, TimesAreOnTheMonotonicClockAndBecomeWallClock)
{
    FakeCupti cupti;
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    const ClockPair before = readClocks();
    ASSERT_TRUE((*session)->begin().has_value());
    cupti.launchKernel();
    ASSERT_TRUE((*session)->end().has_value());
    const ClockPair after = readClocks();
    const GpuRecords records = (*session)->take();
    ASSERT_EQ(records.kernels.size(), 1U);
    EXPECT_GE(records.kernels[0].work.begin, before.monotonic);
    EXPECT_LE(records.kernels[0].work.begin, after.monotonic);
    const Nanoseconds wall = (*session)->clock().wall(records.kernels[0].work.begin);
    EXPECT_GE(wall, before.wall - 1'000'000);
    EXPECT_LE(wall, after.wall + 1'000'000);
}

TEST(CaptureSession, CopiesCarryTheirLaunch)
{
    FakeCupti cupti;
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    ASSERT_TRUE((*session)->begin().has_value());
    cupti.copyToDevice(4096);
    ASSERT_TRUE((*session)->end().has_value());
    const GpuRecords records = (*session)->take();
    ASSERT_EQ(records.copies.size(), 1U);
    ASSERT_EQ(records.calls.size(), 1U);
    EXPECT_EQ(records.copies[0].work.correlation, records.calls[0].correlation);
    EXPECT_EQ(records.calls[0].role, CallRole::Copy);
    EXPECT_EQ(records.names.text(records.copies[0].name), "Memcpy HtoD (Pageable -> Device)");
}

TEST(CaptureSession, ADriverCallInsideARuntimeCallIsOneLaunch)
{
    FakeCupti cupti;
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    ASSERT_TRUE((*session)->begin().has_value());
    cupti.launchKernel();
    cupti.launchThroughDriver();
    cupti.launchKernel();
    ASSERT_TRUE((*session)->end().has_value());
    const GpuRecords records = (*session)->take();
    ASSERT_EQ(records.calls.size(), 3U);
    EXPECT_FALSE(records.calls[0].isDriver);
    EXPECT_TRUE(records.calls[1].isDriver);
    EXPECT_EQ(records.names.text(records.calls[1].name), "cuLaunchKernel");
    EXPECT_FALSE(records.calls[2].isDriver);
    EXPECT_EQ((*session)->summary().kernelLaunches, 3U);
    EXPECT_EQ((*session)->summary().launchesWithoutWork, 0U);
}

TEST(CaptureSession, DriverCallsSeenOnlyInsideRuntimeCallsAreLeftOutOfARepeatingWindow)
{
    for (const bool isAlsoCalledAlone : {false, true}) {
        FakeCupti cupti;
        CaptureOptions options;
        options.isRepeating = true;
        const auto session = CaptureSession::open(cupti.api(), nullptr, options);
        ASSERT_TRUE((*session)->warm().has_value());
        const std::size_t listened = cupti.enabledCalls();
        cupti.launchKernel();
        if (isAlsoCalledAlone)
            cupti.launchThroughDriver();
        ASSERT_TRUE((*session)->begin().has_value());
        EXPECT_EQ(cupti.enabledCalls(), isAlsoCalledAlone ? listened : listened - 1);
        cupti.launchKernel();
        if (isAlsoCalledAlone)
            cupti.launchThroughDriver();
        ASSERT_TRUE((*session)->end().has_value());
        const GpuRecords records = (*session)->take();
        EXPECT_EQ(records.calls.size(), isAlsoCalledAlone ? 2U : 1U);
        EXPECT_EQ(records.kernels.size(), records.calls.size());
        EXPECT_FALSE(records.calls[0].isDriver);
        EXPECT_EQ((*session)->summary().launchesWithoutWork, 0U);
    }
}

TEST(CaptureSession, AContextIsNoticed)
{
    FakeCupti cupti;
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    EXPECT_FALSE((*session)->hasSeenContext());
    int place = 0;
    cupti.makeContext(reinterpret_cast<CUcontext>(&place));
    EXPECT_TRUE((*session)->hasSeenContext());
}

TEST(CaptureSession, ExitsWithoutAnEntryAreNoCalls)
{
    FakeCupti cupti;
    cupti.strayExits = 2;
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    ASSERT_TRUE((*session)->begin().has_value());
    for (int i = 0; i < 5; ++i)
        cupti.launchKernel();
    ASSERT_TRUE((*session)->end().has_value());
    const GpuRecords records = (*session)->take();
    EXPECT_EQ(records.calls.size(), 5U);
    EXPECT_EQ(records.kernels.size(), 5U);
    EXPECT_EQ((*session)->summary().outsideWindow, 0U);
}

TEST(CaptureSession, EveryCallButTheChattyOnes)
{
    FakeCupti cupti;
    CaptureOptions options;
    options.calls = CallSet::All;
    const auto session = CaptureSession::open(cupti.api(), nullptr, options);
    ASSERT_TRUE((*session)->begin().has_value());
    EXPECT_EQ(cupti.enabledCalls(), 4U); // the fake's other functions are cudaGetDevice and cuCtxGetCurrent
}

TEST(CaptureSession, LeavesTheProcessOnlyWhenAskedTo)
{
    FakeCupti cupti;
    CaptureOptions options;
    (void)CaptureSession::open(cupti.api(), nullptr, options);
    EXPECT_EQ(cupti.finalized, 0);
    options.isDetaching = true;
    (void)CaptureSession::open(cupti.api(), nullptr, options);
    EXPECT_EQ(cupti.finalized, 1);
}

TEST(CaptureSession, TheBridgeSpreadsTheDriftOfTheWallClock)
{
    const ClockBridge bridge({1'000, 5'000'000'000}, {1'001'000, 5'001'000'100}); // 100 ns gained in 1 ms
    EXPECT_EQ(bridge.wall(1'000), 5'000'000'000);
    EXPECT_EQ(bridge.wall(501'000), 5'000'500'050);
    EXPECT_EQ(bridge.wall(1'001'000), 5'001'000'100);
    EXPECT_EQ(bridge.base(), 5'000'000'000);
    EXPECT_EQ(ClockBridge({1'000, 7'300'000'000}).wall(900), 7'299'999'900);
}

} // namespace
} // namespace twintrace
