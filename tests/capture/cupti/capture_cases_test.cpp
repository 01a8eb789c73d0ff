// SPDX-License-Identifier: MIT
// The faults C1 to C10 that people have met with CUPTI, each as the case describes it, on a fake CUPTI.
#include "capture/cupti/capture_session.h"
#include "fake_cupti.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace twintrace
{
namespace
{

using test::FakeCupti;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::unique_ptr<CaptureSession> opened(FakeCupti& cupti, CaptureOptions options = {})
{
    options.budgetBytes = std::min(options.budgetBytes, std::size_t{16} << 20);
    options.bufferBytes = std::min(options.bufferBytes, std::size_t{1} << 20);
    auto session = CaptureSession::open(cupti.api(), nullptr, options);
    EXPECT_TRUE(session.has_value());
    return session ? std::move(*session) : nullptr;
}

std::set<std::uint32_t> correlationsOf(const GpuRecords& records)
{
    std::set<std::uint32_t> ids;
    for (const KernelRecord& kernel : records.kernels)
        ids.insert(kernel.work.correlation);
    return ids;
}

TEST(CaptureCases, C1AnotherClientIsToldByNameAndNumber)
{
    FakeCupti cupti;
    cupti.subscribeResult = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    cupti.holder = "CUPTI for nsys";
    const auto session = CaptureSession::open(cupti.api(), nullptr, {});
    ASSERT_FALSE(session.has_value());
    EXPECT_EQ(session.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(session.error().message,
                HasSubstr("Another CUPTI client is active in this process (CUPTI for nsys)"));
    EXPECT_THAT(session.error().message, HasSubstr("CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, 39"));
    EXPECT_TRUE(cupti.everEnabled().empty());
    // Once the other client is gone, recording works.
    cupti.subscribeResult = CUPTI_SUCCESS;
    EXPECT_TRUE(CaptureSession::open(cupti.api(), nullptr, {}).has_value());
}

TEST(CaptureCases, C2MissingPermissionNamesBothRemedies)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    cupti.enableResult = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    const auto begun = session->begin();
    ASSERT_FALSE(begun.has_value());
    EXPECT_THAT(begun.error().message, HasSubstr("CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, 35"));
    EXPECT_THAT(begun.error().message, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
    EXPECT_THAT(begun.error().message, HasSubstr("CAP_SYS_ADMIN"));
    EXPECT_FALSE(session->isRecording());
    EXPECT_TRUE(session->take().kernels.empty());
}

TEST(CaptureCases, C3RecordedAndDroppedMakeWhatWasLaunched)
{
    FakeCupti cupti;
    CaptureOptions options;
    options.calls = CallSet::None;
    options.bufferBytes = 256 * 1024;
    options.budgetBytes = 1024 * 1024;
    const auto session = opened(cupti, options);
    ASSERT_TRUE(session->begin().has_value());
    constexpr std::uint64_t kLaunched = 200'000;
    for (std::uint64_t i = 0; i < kLaunched; ++i)
        cupti.launchKernel();
    ASSERT_TRUE(session->end().has_value());
    const GpuRecords records = session->take();
    const CaptureSummary summary = session->summary();
    EXPECT_EQ(summary.kernels + summary.dropped, kLaunched);
    EXPECT_GT(summary.dropped, 0U);
    EXPECT_GT(summary.kernels, 4'000U);
    EXPECT_LE(summary.buffersUsed * options.bufferBytes, options.budgetBytes);
    EXPECT_THAT(summary.warnings,
                Contains(HasSubstr(std::to_string(summary.dropped) + " GPU records were dropped")));
    EXPECT_EQ(correlationsOf(records).size(), records.kernels.size());
}

TEST(CaptureCases, C3StreamingKeepsEverythingInTheSameBudget)
{
    FakeCupti cupti;
    CaptureOptions options;
    options.bufferBytes = 64 * 1024;
    options.budgetBytes = 1024 * 1024;
    const auto session = opened(cupti, options);
    ASSERT_TRUE(session->begin().has_value());
    std::size_t kernels = 0;
    for (int i = 0; i < 50'000; ++i) {
        cupti.launchKernel();
        if (i % 500 == 0)
            kernels += session->take().kernels.size();
    }
    ASSERT_TRUE(session->end().has_value());
    kernels += session->take().kernels.size();
    EXPECT_EQ(kernels, 50'000U);
    EXPECT_EQ(session->summary().dropped, 0U);
    EXPECT_TRUE(session->summary().warnings.empty());
}

TEST(CaptureCases, C4OnlyTheWindowIsInTheRecording)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    ASSERT_TRUE(session->warm().has_value());
    for (int i = 0; i < 10; ++i)
        cupti.launchKernel(7, "before");
    ASSERT_TRUE(session->begin().has_value());
    for (int i = 0; i < 7; ++i)
        cupti.launchKernel(7, "inside");
    ASSERT_TRUE(session->end().has_value());
    for (int i = 0; i < 5; ++i)
        cupti.launchKernel(7, "after");
    const GpuRecords records = session->take();
    ASSERT_EQ(records.kernels.size(), 7U);
    for (const KernelRecord& kernel : records.kernels)
        EXPECT_EQ(records.names.text(kernel.name), "inside");
    EXPECT_EQ(session->summary().kernelLaunches, 7U);
}

TEST(CaptureCases, C5EachThreadsBufferIsReadOnce)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    ASSERT_TRUE(session->begin().has_value());
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&cupti] {
            for (int i = 0; i < 100; ++i)
                cupti.launchKernel();
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    ASSERT_TRUE(session->end().has_value());
    const GpuRecords records = session->take();
    EXPECT_EQ(records.kernels.size(), 400U);
    EXPECT_EQ(correlationsOf(records).size(), 400U);
    EXPECT_EQ(session->summary().buffersUsed, 4U);
    EXPECT_EQ(session->summary().launchesWithoutWork, 0U);
}

TEST(CaptureCases, C6KernelsStayConcurrentAndGraphNodesVisible)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    ASSERT_TRUE(session->begin().has_value());
    std::set<std::uint32_t> launches;
    for (int i = 0; i < 3; ++i)
        launches.insert(cupti.launchGraph(4));
    ASSERT_TRUE(session->end().has_value());
    EXPECT_THAT(cupti.everEnabled(), Contains(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
    EXPECT_THAT(cupti.everEnabled(), Not(Contains(CUPTI_ACTIVITY_KIND_KERNEL)));
    EXPECT_THAT(cupti.everEnabled(), Not(Contains(CUPTI_ACTIVITY_KIND_GRAPH_TRACE)));
    const GpuRecords records = session->take();
    EXPECT_EQ(records.kernels.size(), 12U);
    EXPECT_EQ(correlationsOf(records), launches);
    EXPECT_EQ(session->summary().graphLaunches, 3U);
    EXPECT_TRUE(session->summary().warnings.empty());
}

TEST(CaptureCases, C7LaunchesWithoutKernelsAreToldAtTheEnd)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    ASSERT_TRUE(session->begin().has_value());
    for (int i = 0; i < 20; ++i)
        cupti.launchGraph(67, false);
    ASSERT_TRUE(session->end().has_value());
    (void)session->take();
    EXPECT_THAT(session->summary().warnings, Contains(HasSubstr("20 graph launches, 0 kernels")));
    EXPECT_EQ(session->summary().launchesWithoutWork, 20U);
}

TEST(CaptureCases, C8BuffersAreReadyBeforeAndNothingStaysOnAfter)
{
    FakeCupti cupti;
    auto session = opened(cupti);
    EXPECT_TRUE(cupti.isSubscribed()); // first of all
    EXPECT_TRUE(cupti.everEnabled().empty());
    ASSERT_TRUE(session->warm().has_value());
    cupti.launchKernel();
    ASSERT_TRUE(session->begin().has_value());
    EXPECT_EQ(cupti.enabledCalls(), 4U); // the launching calls alone, not the chatty rest
    cupti.launchKernel();
    ASSERT_TRUE(session->end().has_value());
    EXPECT_TRUE(cupti.enabledNow().empty());
    const std::uint64_t requests = cupti.buffersRequested();
    for (int i = 0; i < 1000; ++i)
        cupti.launchKernel();
    EXPECT_EQ(cupti.buffersRequested(), requests);
    EXPECT_EQ(session->take().calls.size(), 1U); // of the window alone
    session.reset();
    EXPECT_EQ(cupti.enabledCalls(), 0U);
}

TEST(CaptureCases, C9StoppingWhileAnotherThreadLaunchesEndsAndLosesNothing)
{
    FakeCupti cupti;
    std::atomic<bool> isDone{false};
    auto session = opened(cupti);
    std::thread launcher([&] {
        while (!isDone)
            cupti.launchKernel();
    });
    for (int round = 0; round < 20; ++round) {
        ASSERT_TRUE(session->begin().has_value());
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ASSERT_TRUE(session->end().has_value());
        const GpuRecords records = session->take();
        EXPECT_EQ(correlationsOf(records).size(), records.kernels.size());
        // What began inside has its kernel, whatever the other thread did meanwhile.
        EXPECT_EQ(session->summary().launchesWithoutWork, 0U);
    }
    session.reset();
    EXPECT_FALSE(cupti.isSubscribed());
    isDone = true;
    launcher.join();
}

TEST(CaptureCases, C9AForkedChildNeverCallsCuptiAgain)
{
    FakeCupti cupti;
    auto session = opened(cupti);
    ASSERT_TRUE(session->begin().has_value());
    session->abandon();
    const auto enabled = cupti.enabledNow();
    ASSERT_TRUE(session->end().has_value());
    session.reset();
    EXPECT_EQ(cupti.enabledNow(), enabled); // untouched
    EXPECT_TRUE(cupti.isSubscribed());
}

TEST(CaptureCases, C10AKernelWithoutTimesIsCountedAndStandsInNoTime)
{
    FakeCupti cupti;
    const auto session = opened(cupti);
    ASSERT_TRUE(session->begin().has_value());
    cupti.launchKernel();
    CUpti_ActivityKernel10 lost{};
    lost.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    lost.correlationId = 999;
    lost.name = "lost";
    cupti.emit(lost);
    ASSERT_TRUE(session->end().has_value());
    const GpuRecords records = session->take();
    ASSERT_EQ(records.kernels.size(), 2U);
    EXPECT_FALSE(records.kernels[1].work.isTimed());
    EXPECT_EQ(session->summary().untimedKernels, 1U);
    EXPECT_THAT(session->summary().warnings, Contains(HasSubstr("1 kernels could not be timed")));
}

} // namespace
} // namespace twintrace
