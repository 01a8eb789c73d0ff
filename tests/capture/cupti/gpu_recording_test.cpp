// SPDX-License-Identifier: MIT
// The recorder on a real GPU, where silent losses hide: recorded + dropped = launched, whatever the load.
#include "capture/cupti/capture_session.h"
#include "tests/capture/cupti/cuda_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

namespace twintrace
{
namespace
{

constexpr std::uint64_t kMany = 200'000;
constexpr std::chrono::seconds kIdle{30}; // after which CUPTI was seen to lose the first replays (case C7)

class GpuRecording : public ::testing::Test
{
  protected:
    void SetUp() override
    {
        std::string reason;
        m_work = CudaWork::start(reason);
        if (!m_work)
            GTEST_SKIP() << reason;
    }

    [[nodiscard]] std::unique_ptr<CaptureSession> openAndBegin(const CaptureOptions& options = {})
    {
        auto session = CaptureSession::open(options);
        if (!session) {
            ADD_FAILURE() << session.error().message;
            return nullptr;
        }
        // First-time work of CUPTI falls before the window, as the runner does it.
        EXPECT_TRUE((*session)->warm());
        m_work->launchTiny(nullptr);
        m_work->synchronize();
        EXPECT_TRUE((*session)->begin());
        return std::move(*session);
    }

    // Ends the session and gives all that was recorded.
    [[nodiscard]] GpuRecords finish(CaptureSession& session) const
    {
        m_work->synchronize();
        const Result<void> ended = session.end();
        EXPECT_TRUE(ended) << (ended ? "" : ended.error().message);
        return session.take();
    }

    std::unique_ptr<CudaWork> m_work;
};

std::set<std::uint32_t> correlationsOf(const std::vector<KernelRecord>& kernels)
{
    std::set<std::uint32_t> ids;
    for (const KernelRecord& kernel : kernels)
        ids.insert(kernel.work.correlation);
    return ids;
}

TEST_F(GpuRecording, TwoHundredThousandTinyKernelsAreAllThere)
{
    const auto session = openAndBegin();
    ASSERT_NE(session, nullptr);
    for (std::uint64_t i = 0; i < kMany; ++i)
        m_work->launchTiny(nullptr);
    const GpuRecords records = finish(*session);
    const CaptureSummary summary = session->summary();
    EXPECT_EQ(summary.kernels + summary.dropped, kMany);
    EXPECT_EQ(summary.kernelLaunches, kMany);
    EXPECT_EQ(summary.dropped, 0U);
    EXPECT_EQ(correlationsOf(records.kernels).size(), kMany);
}

TEST_F(GpuRecording, ABudgetOfOneMegabyteDropsAndCounts)
{
    CaptureOptions options;
    options.calls = CallSet::None;
    options.bufferBytes = 256UL << 10;
    options.budgetBytes = 1UL << 20;
    const auto session = openAndBegin(options);
    ASSERT_NE(session, nullptr);
    for (std::uint64_t i = 0; i < kMany; ++i)
        m_work->launchTiny(nullptr);
    const GpuRecords records = finish(*session);
    const CaptureSummary summary = session->summary();
    EXPECT_EQ(records.kernels.size() + summary.dropped, kMany);
    EXPECT_GT(summary.dropped, 0U);
    EXPECT_LE(summary.buffersUsed, 4U);
}

TEST_F(GpuRecording, FourThreadsKeepTheirCorrelations)
{
    const auto session = openAndBegin();
    ASSERT_NE(session, nullptr);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([this] {
            m_work->enter();
            for (int i = 0; i < 100; ++i)
                m_work->launchTiny(nullptr);
        });
    for (std::thread& thread : threads)
        thread.join();
    const GpuRecords records = finish(*session);
    EXPECT_EQ(records.kernels.size(), 400U);
    EXPECT_EQ(correlationsOf(records.kernels).size(), 400U);
    std::set<std::uint32_t> callers;
    for (const CallRecord& call : records.calls)
        if (call.role == CallRole::KernelLaunch)
            callers.insert(call.thread);
    EXPECT_EQ(callers.size(), 4U);
    EXPECT_EQ(session->summary().dropped, 0U);
}

TEST_F(GpuRecording, TwoStreamsOverlap)
{
    const std::array streams{m_work->makeStream(), m_work->makeStream()};
    const auto session = openAndBegin();
    ASSERT_NE(session, nullptr);
    constexpr int kRounds = 20;
    for (int i = 0; i < kRounds; ++i)
        for (CUstream stream : streams)
            m_work->launchSpin(stream, 500'000);
    GpuRecords records = finish(*session);
    ASSERT_EQ(records.kernels.size(), 2U * kRounds);
    std::sort(records.kernels.begin(), records.kernels.end(),
              [](const KernelRecord& a, const KernelRecord& b) { return a.work.begin < b.work.begin; });
    Nanoseconds sum = 0, overlapsOnce = 0, covered = 0;
    std::set<std::uint32_t> ids;
    for (const KernelRecord& kernel : records.kernels) {
        ids.insert(kernel.work.stream);
        sum += kernel.work.end - kernel.work.begin;
        overlapsOnce += std::max<Nanoseconds>(0, kernel.work.end - std::max(covered, kernel.work.begin));
        covered = std::max(covered, kernel.work.end);
    }
    EXPECT_EQ(ids.size(), 2U);
    EXPECT_LT(static_cast<double>(overlapsOnce), 0.7 * static_cast<double>(sum));
}

TEST_F(GpuRecording, AGraphIsWholeAfterHalfAMinuteOfIdling)
{
    // Captured before the recorder comes, as in a program that is recorded half-way.
    CUgraphExec graph = m_work->captureGraph(4);
    CUstream stream = m_work->makeStream();
    m_work->launchGraph(graph, stream);
    const auto session = openAndBegin();
    ASSERT_NE(session, nullptr);
    std::this_thread::sleep_for(kIdle);
    for (int i = 0; i < 20; ++i)
        m_work->launchGraph(graph, stream);
    const GpuRecords records = finish(*session);
    const CaptureSummary summary = session->summary();
    EXPECT_EQ(records.kernels.size() + summary.dropped, 80U);
    EXPECT_EQ(summary.dropped, 0U);
    EXPECT_EQ(summary.graphLaunches, 20U);
    EXPECT_EQ(correlationsOf(records.kernels).size(), 20U);
    std::set<std::uint64_t> nodes;
    for (const KernelRecord& kernel : records.kernels)
        nodes.insert(kernel.work.graphNodeId);
    EXPECT_EQ(nodes.size(), 4U);
}

TEST_F(GpuRecording, OnlyWhatRanInsideTheWindowIsKept)
{
    auto session = CaptureSession::open();
    ASSERT_TRUE(session) << session.error().message;
    ASSERT_TRUE((*session)->warm());
    for (int i = 0; i < 10; ++i)
        m_work->launchTiny(nullptr);
    m_work->synchronize();
    ASSERT_TRUE((*session)->begin());
    for (int i = 0; i < 7; ++i)
        m_work->launchTiny(nullptr);
    const GpuRecords records = finish(**session);
    for (int i = 0; i < 5; ++i)
        m_work->launchTiny(nullptr);
    m_work->synchronize();
    EXPECT_EQ(records.kernels.size(), 7U);
    EXPECT_EQ((*session)->take().kernels.size(), 0U);
}

TEST_F(GpuRecording, StartingAndStoppingBesideALaunchingThreadLosesNoPair)
{
    std::atomic<bool> isOver = false;
    std::thread busy([&] {
        m_work->enter();
        CUgraphExec graph = m_work->captureGraph(3);
        CUstream stream = m_work->makeStream();
        while (!isOver) {
            m_work->launchTiny(stream);
            m_work->launchGraph(graph, stream);
        }
        m_work->synchronize();
    });
    std::size_t kernels = 0;
    for (int round = 0; round < 20; ++round) {
        auto session = CaptureSession::open();
        ASSERT_TRUE(session) << session.error().message;
        ASSERT_TRUE((*session)->begin());
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        ASSERT_TRUE((*session)->end(true));
        const GpuRecords records = (*session)->take();
        const std::set<std::uint32_t> ids = correlationsOf(records.kernels);
        if ((*session)->summary().dropped > 0)
            continue;
        for (const CallRecord& call : records.calls) {
            if (call.role == CallRole::KernelLaunch || call.role == CallRole::GraphLaunch) {
                EXPECT_TRUE(ids.contains(call.correlation)) << "a launch without its kernel, round " << round;
            }
        }
        kernels += records.kernels.size();
    }
    isOver = true;
    busy.join();
    EXPECT_GT(kernels, 0U);
}

} // namespace
} // namespace twintrace
