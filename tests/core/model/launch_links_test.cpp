// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace twintrace
{
namespace
{

TracePtr traceWith(const std::vector<std::int64_t>& launches, const std::vector<std::int64_t>& kernels)
{
    TraceBuilder builder;
    const TrackId thread = builder.track("1", "1");
    const TrackId track = builder.track("0", "7");
    const StreamId stream = builder.stream("0", "7");
    Nanoseconds time = 0;
    for (const std::int64_t correlation : launches)
        builder.launch(thread, "cuda_runtime", "cudaLaunchKernel", time += 10, 5, correlation);
    for (const std::int64_t correlation : kernels)
        builder.kernel(track, "gemm", time += 10, 5, stream, correlation);
    return builder.freeze();
}

class LaunchIds : public testing::TestWithParam<std::vector<std::int64_t>>
{
};

TEST_P(LaunchIds, FindTheirWorkAndNoOther)
{
    const std::vector<std::int64_t>& ids = GetParam();
    std::vector<std::int64_t> kernels(ids.rbegin(), ids.rend());
    for (const std::int64_t stranger :
         {std::int64_t{-77}, std::int64_t{555}, kNoCorrelation, std::numeric_limits<std::int64_t>::max() - 1})
        kernels.push_back(stranger);
    const TracePtr trace = traceWith(ids, kernels);
    ASSERT_EQ(trace->links.size(), ids.size());
    for (std::size_t row = 0; row < trace->device.size(); ++row) {
        const EventId launch = trace->links.launchOf(trace->device.event[row]);
        if (row >= ids.size()) {
            EXPECT_FALSE(launch) << row;
            continue;
        }
        ASSERT_TRUE(launch) << row;
        EXPECT_EQ(trace->launches.correlation[ids.size() - 1 - row], trace->device.correlation[row]);
        EXPECT_EQ(launch, trace->launches.event[ids.size() - 1 - row]);
        ASSERT_EQ(trace->links.launchedBy(launch).size(), 1U);
        EXPECT_EQ(trace->links.launchedBy(launch)[0], trace->device.event[row]);
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, LaunchIds,
    testing::Values(std::vector<std::int64_t>{}, std::vector<std::int64_t>{7},
                    std::vector<std::int64_t>{5, 6, 7, 9}, std::vector<std::int64_t>{-3, 0, 4},
                    std::vector<std::int64_t>{1, 1'000'000, 2'000'000'000'000},
                    std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min() + 1, 0,
                                              std::numeric_limits<std::int64_t>::max()}));

TEST(LaunchLinks, TheFirstOfTwoLaunchesOfTheFileOwnsTheWork)
{
    const TracePtr trace = traceWith({4, 4}, {4, 4});
    EXPECT_EQ(trace->links.launchOf(trace->device.event[0]), trace->launches.event[0]);
    EXPECT_EQ(trace->links.launchedBy(trace->launches.event[0]).size(), 2U);
    EXPECT_TRUE(trace->links.launchedBy(trace->launches.event[1]).empty());
}

} // namespace
} // namespace twintrace
