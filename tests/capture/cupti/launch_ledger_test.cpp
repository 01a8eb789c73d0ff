// SPDX-License-Identifier: MIT
#include "capture/cupti/launch_ledger.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

CallRecord launch(std::uint32_t correlation, CallRole role = CallRole::KernelLaunch,
                  std::uint32_t returnValue = 0)
{
    CallRecord call;
    call.correlation = correlation;
    call.role = role;
    call.returnValue = returnValue;
    return call;
}

KernelRecord kernel(std::uint32_t correlation, std::uint32_t graph = 0)
{
    KernelRecord record;
    record.work.correlation = correlation;
    record.work.graphId = graph;
    record.work.begin = 1;
    record.work.end = 2;
    return record;
}

TEST(LaunchLedger, WorkMayComeBeforeItsLaunchAndInAnotherBatch)
{
    LaunchLedger ledger;
    GpuRecords first;
    first.calls = {launch(1)};
    first.kernels = {kernel(2)};
    GpuRecords second;
    second.calls = {launch(2)};
    second.kernels = {kernel(1)};
    ledger.add(first);
    EXPECT_EQ(ledger.launchesWithoutWork(), 1U);
    ledger.add(second);
    EXPECT_EQ(ledger.launchesWithoutWork(), 0U);
    EXPECT_TRUE(ledger.warnings(0).empty());
}

TEST(LaunchLedger, AFailedLaunchOwesNothing)
{
    LaunchLedger ledger;
    GpuRecords batch;
    batch.calls = {launch(1, CallRole::KernelLaunch, 700)};
    ledger.add(batch);
    EXPECT_EQ(ledger.kernelLaunches(), 0U);
    EXPECT_EQ(ledger.launchesWithoutWork(), 0U);
}

TEST(LaunchLedger, OneGraphLaunchHasManyKernels)
{
    LaunchLedger ledger;
    GpuRecords batch;
    batch.calls = {launch(5, CallRole::GraphLaunch)};
    batch.kernels = {kernel(5, 1), kernel(5, 1), kernel(5, 1)};
    ledger.add(batch);
    EXPECT_EQ(ledger.graphKernels(), 3U);
    EXPECT_EQ(ledger.graphLaunches(), 1U);
    EXPECT_TRUE(ledger.warnings(0).empty());
}

TEST(LaunchLedger, MissingWorkIsToldWithItsShare)
{
    LaunchLedger ledger;
    GpuRecords batch;
    batch.calls = {launch(1), launch(2), launch(3)};
    batch.kernels = {kernel(1)};
    ledger.add(batch);
    const auto warnings = ledger.warnings(0);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].find("2 of 3 launches"), std::string::npos);
}

} // namespace
} // namespace twintrace
