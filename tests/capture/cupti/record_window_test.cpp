// SPDX-License-Identifier: MIT
#include "capture/cupti/record_window.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

CallRecord call(std::uint32_t correlation, Nanoseconds begin)
{
    CallRecord record;
    record.correlation = correlation;
    record.begin = begin;
    record.end = begin + 1;
    return record;
}

KernelRecord kernel(std::uint32_t correlation, Nanoseconds begin)
{
    KernelRecord record;
    record.work.correlation = correlation;
    record.work.begin = begin;
    record.work.end = begin + 10;
    return record;
}

TEST(RecordWindow, WorkFollowsItsLaunch)
{
    RecordWindow window;
    window.open(100, true);
    window.close(200);
    GpuRecords batch;
    batch.calls = {call(1, 50), call(2, 150), call(3, 199), call(4, 200)};
    batch.kernels = {kernel(1, 120), kernel(2, 160), kernel(3, 500), kernel(4, 510)};
    EXPECT_EQ(window.trim(batch), 4U);
    ASSERT_EQ(batch.kernels.size(), 2U);
    EXPECT_EQ(batch.kernels[0].work.correlation, 2U);
    EXPECT_EQ(batch.kernels[1].work.correlation, 3U); // launched inside, ran after
}

TEST(RecordWindow, WithoutCallsTheTimeDecides)
{
    RecordWindow window;
    window.open(100, false);
    window.close(200);
    GpuRecords batch;
    batch.kernels = {kernel(1, 99), kernel(2, 100), kernel(3, 199), kernel(4, 200)};
    EXPECT_EQ(window.trim(batch), 2U);
    ASSERT_EQ(batch.kernels.size(), 2U);
    EXPECT_EQ(batch.kernels[0].work.correlation, 2U);
}

TEST(RecordWindow, WorkOfACallBeforeTheWindowIsLeftOutEvenInALaterBatch)
{
    RecordWindow window;
    window.open(100, true);
    GpuRecords first;
    first.calls = {call(1, 90)};
    EXPECT_EQ(window.trim(first), 1U);
    GpuRecords second;
    second.kernels = {kernel(1, 130), kernel(2, 131)};
    EXPECT_EQ(window.trim(second), 1U);
    ASSERT_EQ(second.kernels.size(), 1U);
}

TEST(RecordWindow, UntimedWorkIsKept)
{
    RecordWindow window;
    window.open(100, true);
    GpuRecords batch;
    batch.kernels = {kernel(9, 0)};
    batch.kernels[0].work.end = 0;
    EXPECT_EQ(window.trim(batch), 0U);
    EXPECT_EQ(batch.kernels.size(), 1U);
}

} // namespace
} // namespace twintrace
