// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu_idle.h"
#include "tests/core/analysis/hand_made.h"

#include <gtest/gtest.h>

#include <random>

namespace twintrace
{
namespace
{

TEST(GpuIdle, AGapIsFromTheRunningMaximumOfEnds)
{
    // 0-10, inside it 2-4, then 15-20: one gap of 5 from 10, not of 11 from 4.
    const TracePtr trace = HandMade().kernel("a", 0, 10).kernel("b", 2, 2).kernel("c", 15, 5).trace();
    const auto streams = summariseStreams(*trace);
    ASSERT_EQ(streams.size(), 1U);
    EXPECT_EQ(streams[0].kernels, 3);
    EXPECT_EQ(streams[0].sum, 17000);
    EXPECT_EQ(streams[0].unionTime, 15000);
    EXPECT_EQ(streams[0].gapsOver1us, 1);
    EXPECT_EQ(streams[0].gapTime, 5000);
    EXPECT_EQ(streams[0].overlaps, 1);
    EXPECT_EQ(streams[0].overlapTime, 2000);
}

TEST(GpuIdle, ExactlyOneMicrosecondDoesNotCount)
{
    const TracePtr trace = HandMade().kernel("a", 0, 10).kernel("b", 11, 5).kernel("c", 18, 1).trace();
    const auto streams = summariseStreams(*trace);
    EXPECT_EQ(streams[0].gapsOver1us, 1);
    EXPECT_EQ(streams[0].gapsOver0, 2);
    EXPECT_EQ(streams[0].longestGap, 2000);
}

TEST(GpuIdle, DeviceGapsTakeAllStreamsTogether)
{
    const TracePtr trace = HandMade()
                               .kernel("a", 0, 100, kNoCorrelation, "kernel", "7")
                               .kernel("b", 80, 50, kNoCorrelation, "kernel", "20")
                               .kernel("c", 150, 20, kNoCorrelation, "kernel", "7")
                               .trace();
    EXPECT_EQ(streamGaps(*trace).size(), 1U);
    const auto gaps = deviceGaps(*trace);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].begin, 130000);
    EXPECT_EQ(gaps[0].end, 150000);
}

GapCause onlyCause(const TracePtr& trace)
{
    const auto gaps = streamGaps(*trace);
    EXPECT_EQ(gaps.size(), 1U);
    return gaps.empty() ? GapCause::Other : gaps[0].cause;
}

TEST(GapCauses, HostWaitWhenTheLaunchCameAfterTheDeviceRanDry)
{
    EXPECT_EQ(onlyCause(HandMade().launched("a", 0, 2, 8).launched("b", 15, 20, 5).trace()),
              GapCause::HostWait);
}

TEST(GapCauses, KernelWaitWhenItWasQueuedAlready)
{
    EXPECT_EQ(onlyCause(HandMade().launched("a", 0, 2, 8).launched("b", 3, 13, 5).trace()),
              GapCause::KernelWait);
}

TEST(GapCauses, LaterNodesOfARunningGraphAreQueued)
{
    // The graph launch is still in its call when the second node starts.
    const TracePtr trace =
        HandMade().call("cudaGraphLaunch", 0, 100, 5).kernel("n0", 10, 5, 5).kernel("n1", 20, 5, 5).trace();
    EXPECT_EQ(onlyCause(trace), GapCause::KernelWait);
}

TEST(GapCauses, SyncWhenTheHostSatInASynchronisation)
{
    const TracePtr trace = HandMade()
                               .launched("a", 0, 2, 8)
                               .call("cudaDeviceSynchronize", 2, 10)
                               .launched("b", 15, 20, 5)
                               .trace();
    EXPECT_EQ(onlyCause(trace), GapCause::Sync);
}

TEST(GapCauses, ASynchronisationThatEndedBeforeTheGapIsNone)
{
    const TracePtr trace = HandMade()
                               .call("cudaDeviceSynchronize", 0, 1)
                               .launched("a", 1, 2, 8)
                               .launched("b", 15, 20, 5)
                               .trace();
    EXPECT_EQ(onlyCause(trace), GapCause::HostWait);
}

TEST(GapCauses, CopyWhenAFillCoversHalfOfIt)
{
    const TracePtr trace = HandMade()
                               .launched("a", 0, 2, 8)
                               .kernel("Memset (Device)", 12, 5, kNoCorrelation, "gpu_memset")
                               .launched("b", 15, 20, 5)
                               .trace();
    EXPECT_EQ(onlyCause(trace), GapCause::Copy);
    const auto gaps = deviceGaps(*trace); // there the fill is busy time: 10-12 and 17-20
    ASSERT_EQ(gaps.size(), 2U);
    EXPECT_EQ(gaps[0].length() + gaps[1].length(), 5000);
}

TEST(GapCauses, OtherWhenNoLaunchIsKnown)
{
    EXPECT_EQ(onlyCause(HandMade().kernel("a", 0, 5).kernel("b", 10, 5).trace()), GapCause::Other);
}

// Whatever the trace: the causes partition the gaps, and gaps and busy time together are the span.
TEST(GapCauses, PartitionTheGapsOfRandomTraces)
{
    std::mt19937 random(17);
    for (int round = 0; round < 200; ++round) {
        HandMade made;
        const int count = std::uniform_int_distribution<int>(1, 60)(random);
        const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        for (int i = 0; i < count; ++i) {
            if (pick(3) == 0)
                made.call("cudaStreamSynchronize", pick(500), pick(30));
            if (pick(3) == 0)
                made.kernel("x", pick(500), pick(20), kNoCorrelation, pick(1) == 0 ? "gpu_memcpy" : "kernel",
                            pick(1) == 0 ? "7" : "9");
            made.launched("k", pick(500), pick(500), pick(20));
        }
        const TracePtr trace = made.trace();
        GapTotals totals;
        Nanoseconds length = 0;
        const auto gaps = deviceGaps(*trace, 0);
        for (const Gap& gap : gaps) {
            totals.add(gap);
            length += gap.length();
        }
        GapTotal sum;
        for (const GapCause cause : kGapCauses) {
            sum.count += totals.of(cause).count;
            sum.time += totals.of(cause).time;
        }
        EXPECT_EQ(sum.count, static_cast<std::int64_t>(gaps.size()));
        EXPECT_EQ(sum.time, length);
        const auto work = timedDeviceWork(*trace);
        Nanoseconds end = work.front().end;
        for (const DeviceItem& item : work)
            end = std::max(end, item.end);
        EXPECT_EQ(unionLength(work) + length, end - work.front().begin);
    }
}

TEST(GpuIdle, TheQueueIsNeverDeeperThanWhatWasLaunched)
{
    const TracePtr trace = HandMade()
                               .launched("a", 0, 10, 5)
                               .launched("b", 1, 15, 5)
                               .launched("c", 2, 20, 5)
                               .kernel("late", 30, 5)
                               .trace();
    EXPECT_EQ(deepestQueue(*trace), 3);
    EXPECT_EQ(deepestQueue(*HandMade().kernel("no launch", 0, 5).trace()), 0);
}

} // namespace
} // namespace twintrace
