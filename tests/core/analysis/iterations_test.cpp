// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iteration_marks.h"
#include "core/analysis/iterations.h"
#include "tests/core/analysis/hand_made.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

TEST(Iterations, KernelsBelongToTheStepThatLaunchedThem)
{
    // By the time they run, the second kernel of each step falls into the next one.
    HandMade made;
    for (int step = 0; step < 3; ++step) {
        made.annotation("ProfilerStep#" + std::to_string(5 + step), step * 100, 100);
        made.launched("a", step * 100 + 10, step * 100 + 95, 20);
        made.launched("b", step * 100 + 60, step * 100 + 120, 30);
    }
    const Iterations iterations = findIterations(*made.trace());
    EXPECT_EQ(iterations.source, IterationSource::ProfilerStep);
    EXPECT_FALSE(iterations.isEstimated);
    ASSERT_EQ(iterations.list.size(), 3U);
    for (const Iteration& iteration : iterations.list)
        EXPECT_EQ(iteration.work.size(), 2U);
    EXPECT_EQ(iterations.list[2].endToEnd(), 150000);
}

TEST(Iterations, WorkLaunchedBeforeTheWindowIsKeptOut)
{
    HandMade made;
    made.annotation("ProfilerStep#1", 0, 100).call("cudaLaunchKernel", 10, 1, 8).kernel("mine", 50, 10, 8);
    made.kernel("earlier", 5, 10, 5).kernel("earlier", 20, 10, 6);
    const Iterations iterations = findIterations(*made.trace());
    ASSERT_EQ(iterations.list.size(), 1U);
    EXPECT_EQ(iterations.list[0].work.size(), 1U);
    EXPECT_EQ(iterations.launchedBefore, 2);
}

TEST(Iterations, OtherRepeatedAnnotationsServeWhenThereAreNoSteps)
{
    HandMade made;
    for (int i = 0; i < 4; ++i) {
        made.annotation("forward " + std::to_string(i), i * 100, 80).annotation("block", i * 100 + 5, 10);
        made.launched("a", i * 100 + 10, i * 100 + 20, 5).launched("b", i * 100 + 30, i * 100 + 40, 5);
    }
    const Iterations iterations = findIterations(*made.trace());
    EXPECT_EQ(iterations.source, IterationSource::Annotation);
    EXPECT_EQ(iterations.list.size(), 4U);
}

TEST(Iterations, PatternsOfKernelsServeWhenThereAreNoMarks)
{
    HandMade made;
    int time = 0;
    for (int forward = 0; forward < 5; ++forward) {
        for (int layer = 0; layer < 3; ++layer)
            for (const char* name : {"gemm", "gelu", "gemm"})
                made.launched(name, time, time + 2, 3), time += 10;
        made.launched("norm", time, time + 2, 3), time += 10;
    }
    const Iterations iterations = findIterations(*made.trace());
    EXPECT_EQ(iterations.source, IterationSource::LaunchPattern);
    EXPECT_TRUE(iterations.isEstimated);
    ASSERT_EQ(iterations.list.size(), 5U);
    EXPECT_EQ(iterations.list[0].work.size(), 10U);
}

TEST(Iterations, NothingRepeatedIsOneForward)
{
    const Iterations iterations =
        findIterations(*HandMade().launched("a", 0, 1, 2).launched("b", 3, 4, 5).trace());
    EXPECT_EQ(iterations.source, IterationSource::None);
    ASSERT_EQ(iterations.list.size(), 1U);
    EXPECT_EQ(iterations.list[0].work.size(), 2U);
    EXPECT_TRUE(findIterations(*HandMade().trace()).list.empty());
}

TEST(Iterations, AColdFirstStepIsTold)
{
    HandMade made;
    const int lengths[] = {1000, 160, 100, 100, 101, 99};
    int time = 0;
    for (int i = 0; i < 6; ++i) {
        made.annotation("ProfilerStep#" + std::to_string(i), time, lengths[i]);
        time += lengths[i] + 10;
    }
    const Iterations iterations = findIterations(*made.trace());
    EXPECT_EQ(iterations.list[0].phase, IterationPhase::Cold);
    EXPECT_EQ(iterations.list[1].phase, IterationPhase::WarmUp);
    EXPECT_EQ(iterations.list[2].phase, IterationPhase::Steady);
}

TEST(Iterations, CpuKernelsBelongToTheirStep)
{
    HandMade made;
    for (int step = 0; step < 2; ++step) {
        made.annotation("ProfilerStep#" + std::to_string(step), step * 100, 90);
        made.op("aten::linear", step * 100 + 1, 30).op("aten::t", step * 100 + 2, 3);
        made.op("aten::addmm", step * 100 + 10, 20).op("aten::silu", step * 100 + 40, 10);
    }
    const TracePtr trace = made.trace();
    const Iterations iterations = findIterations(*trace);
    EXPECT_TRUE(iterations.isCpu());
    ASSERT_EQ(iterations.list.size(), 2U);
    ASSERT_EQ(iterations.list[1].cpuKernels.size(), 2U);
    EXPECT_EQ(trace->name(iterations.list[1].cpuKernels[0]), "aten::addmm");
    EXPECT_EQ(trace->name(iterations.list[1].cpuKernels[1]), "aten::silu");
}

TEST(RepeatedPattern, PrefersTheForwardOverItsLayers)
{
    std::vector<std::uint32_t> sequence;
    for (int forward = 0; forward < 3; ++forward) {
        for (int layer = 0; layer < 6; ++layer)
            sequence.insert(sequence.end(), {1, 2, 3});
        sequence.push_back(4);
    }
    const RepeatedPattern pattern = findRepeatedPattern(sequence);
    EXPECT_EQ(pattern.length, 19U);
    EXPECT_EQ(pattern.count, 3U);
    EXPECT_EQ(findRepeatedPattern({}).length, 0U);
    EXPECT_EQ(findRepeatedPattern({1, 2, 3}).length, 0U);
}

} // namespace
} // namespace twintrace
