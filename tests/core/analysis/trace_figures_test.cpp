// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compiled_regions.h"
#include "core/analysis/cpu_kernels.h"
#include "core/analysis/forward_work.h"
#include "core/analysis/kernel_table.h"
#include "core/analysis/trace_figures.h"
#include "tests/core/analysis/hand_made.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

TEST(TraceFigures, AnEmptyTraceHasZeroesAndNoTimes)
{
    const TraceFigures figures = figuresOf(*HandMade().trace());
    EXPECT_EQ(figures.kernels, 0);
    EXPECT_FALSE(figures.span);
    EXPECT_FALSE(figures.kernelSpan);
    EXPECT_TRUE(figures.warnings.empty());
}

TEST(TraceFigures, AGraphLaunchOwnsManyKernels)
{
    HandMade made;
    made.call("cudaGraphLaunch", 0, 10, 1);
    for (int node = 0; node < 4; ++node)
        made.kernel("n", 60 + node * 10, 8, 1);
    const TraceFigures figures = figuresOf(*made.trace());
    EXPECT_EQ(figures.graphLaunches, 1);
    EXPECT_EQ(figures.links, 4);
    EXPECT_EQ(figures.launches.mostKernelsPerLaunch, 4);
    ASSERT_EQ(figures.launches.apis.size(), 1U);
    EXPECT_EQ(figures.launches.apis[0].kernels, 4);
    EXPECT_EQ(figures.launches.delay.launches, 1); // measured to the first node only
    EXPECT_EQ(figures.launches.delay.total(), 60000);
}

// Launch 0-1, kernel of the same stream busy until 30, start at 34: 1 in the call, 29 in the queue, 4 delay.
TEST(TraceFigures, LaunchToStartSplitsIntoCallQueueAndDelay)
{
    HandMade made;
    made.kernel("earlier", 0, 30).launched("k", 0, 34, 5);
    const LaunchDelay delay = figuresOf(*made.trace()).launches.delay;
    EXPECT_EQ(delay.api, 1000);
    EXPECT_EQ(delay.queue, 29000);
    EXPECT_EQ(delay.delay, 4000);
}

TEST(TraceFigures, ClockSkewIsCounted)
{
    const TraceFigures figures = figuresOf(*HandMade().launched("k", 10, 8, 5).trace());
    EXPECT_EQ(figures.launches.kernelsBeforeLaunch, 1);
    EXPECT_EQ(figures.launches.shortestLaunchToStart, -2000);
}

TEST(TraceFigures, ALaunchWithoutItsKernelIsSaid)
{
    const TraceFigures figures =
        figuresOf(*HandMade().launched("k", 0, 2, 5).call("cudaGraphLaunch", 9, 1, 77).trace());
    EXPECT_EQ(figures.launches.launchesWithoutKernels, 1);
    ASSERT_EQ(figures.warnings.size(), 1U);
    EXPECT_EQ(figures.warnings[0].code, "launch-without-kernel");
}

TEST(TraceFigures, TheSpanIsThatOfCompleteEvents)
{
    HandMade made;
    made.op("a", 10, 20).op("b", 40, 5);
    made.builder().slice(made.builder().track("100", "101"), "x", "begin and end", 0, 90000, kFromBeginEnd);
    EXPECT_EQ(figuresOf(*made.trace()).span, 35000);
}

TEST(TraceFigures, HostTimeAndEndToEndOfAnAnnotationWithoutSync)
{
    HandMade made;
    made.annotation("infer", 0, 250);
    for (int i = 0; i < 5; ++i)
        made.launched("gemm", 20 + 40 * i, 350 + 1000 * i, 1000);
    const TraceFigures figures = figuresOf(*made.trace());
    EXPECT_EQ(figures.hostTime, 250000);
    EXPECT_EQ(figures.endToEnd, 5350000);
}

TEST(CompiledRegions, IdsFramesAndRecompiles)
{
    HandMade made;
    for (const char* id : {"0/0", "1/0", "2/0", "0/1", "1/0", "2/0"})
        made.op("Torch-Compiled Region: " + std::string(id), 0, 1);
    const CompiledRegions regions = findCompiledRegions(*made.trace());
    EXPECT_EQ(regions.regions.size(), 6U);
    EXPECT_EQ(regions.frames, 3);
    EXPECT_EQ(regions.compileIds, 4);
    EXPECT_EQ(regions.recompiles, 1);
    EXPECT_FALSE(findCompiledRegions(*HandMade().op("Torch-Compiled Region", 0, 1).trace()).recompiles);
    EXPECT_EQ(compileIdOf("Torch-Compiled Region: 3/2_1"), (CompileId{3, 2}));
    EXPECT_FALSE(compileIdOf("Torch-Compiled Region: x/2"));
}

TEST(CpuKernels, AreWorkingOpsWithoutWorkingOpsBeneath)
{
    HandMade made;
    made.op("aten::linear", 0, 100).op("aten::t", 1, 5).op("aten::addmm", 10, 80).op("aten::expand", 11, 5);
    made.op("aten::reshape", 110, 50).op("aten::clone", 111, 40).op("aten::empty_like", 112, 5);
    made.op("aten::copy_", 120, 20).op("cpp_fused_add_0", 200, 20).op("Torch-Compiled Region: 0/0", 190, 100);
    const TracePtr trace = made.trace();
    std::vector<std::string> names;
    for (const EventId kernel : cpuKernels(*trace))
        names.emplace_back(trace->name(kernel));
    EXPECT_EQ(names, (std::vector<std::string>{"aten::addmm", "aten::copy_", "cpp_fused_add_0"}));
}

// A product copies its bias into the output first: still one kernel, in eager and as an extern kernel.
TEST(CpuKernels, AProductIsOneKernelWithWhatItCalls)
{
    HandMade made;
    made.op("aten::linear", 0, 100)
        .op("aten::addmm", 10, 80)
        .op("aten::expand", 11, 2)
        .op("aten::copy_", 15, 20);
    made.op("aoti_torch_cpu_addmm_out", 200, 90).op("aten::copy_", 210, 20);
    const TracePtr trace = made.trace();
    const auto kernels = cpuKernels(*trace);
    ASSERT_EQ(kernels.size(), 2U);
    EXPECT_EQ(trace->name(kernels[0]), "aten::addmm");
    EXPECT_EQ(trace->name(kernels[1]), "aoti_torch_cpu_addmm_out");
}

// x + eps makes a tensor of the number first, a sum clears its output: steps of the op, no kernels.
TEST(CpuKernels, SmallCopiesBeneathAComputationAreStepsOfIt)
{
    HandMade made;
    made.op("aten::add", 0, 50).op("aten::to", 5, 20).op("aten::_to_copy", 6, 18).op("aten::copy_", 8, 5);
    made.op("aten::mean", 100, 90)
        .op("aten::sum", 101, 40)
        .op("aten::fill_", 102, 5)
        .op("aten::div_", 150, 30);
    const TracePtr trace = made.trace();
    std::vector<std::string> names;
    for (const EventId kernel : cpuKernels(*trace))
        names.emplace_back(trace->name(kernel));
    EXPECT_EQ(names, (std::vector<std::string>{"aten::add", "aten::sum", "aten::div_"}));
}

// Two forwards of 100: lead-in 10, kernel 20-30 -> gap 30-40 -> kernel 40-60, tail 40 each.
TEST(ForwardWork, PartsAddUpToTheForward)
{
    HandMade made;
    for (int i = 0; i < 2; ++i) {
        const int t = i * 1000;
        made.annotation("ProfilerStep#" + std::to_string(i), t, 100);
        made.launched("gemm", t + 5, t + 20, 10).launched("triton_poi_fused_add_0", t + 35, t + 40, 20);
    }
    const TracePtr trace = made.trace();
    const ForwardWork work = forwardWork(*trace, findIterations(*trace));
    EXPECT_EQ(work.forwards, 2);
    EXPECT_EQ(work.kernels, 4);
    EXPECT_EQ(work.launches, 4);
    EXPECT_EQ(work.leadIn, 40000);
    EXPECT_EQ(work.busy(), 60000);
    EXPECT_EQ(work.gaps.of(GapCause::HostWait).time, 20000);
    EXPECT_EQ(work.tail, 80000);
    EXPECT_EQ(work.endToEnd, work.leadIn + work.busy() + work.gaps.total.time + work.shortGaps + work.tail);
    const PerForward mean = perForward(*trace);
    EXPECT_DOUBLE_EQ(mean.kernels, 2);
    EXPECT_DOUBLE_EQ(mean.busyUs, 30);
    EXPECT_DOUBLE_EQ(mean.gapsOver1us, 1);
    EXPECT_EQ(mean.gapCauses.at("host_wait").count, 1);
    EXPECT_DOUBLE_EQ(mean.kernelsByFamily.at("triton_poi").us, 20);
}

TEST(KernelTable, GroupsByNameWithMostTimeFirst)
{
    const TracePtr trace =
        HandMade().kernel("a", 0, 5).kernel("b", 10, 20).kernel("a", 40, 7).kernel("a", 50, 6).trace();
    const auto rows = kernelTable(*trace);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(trace->text(rows[0].name), "b");
    EXPECT_EQ(rows[1].count, 3);
    EXPECT_EQ(rows[1].total, 18000);
    EXPECT_EQ(rows[1].median, 6000);
    EXPECT_EQ(rows[1].shortest, 5000);
    EXPECT_EQ(rows[1].longest, 7000);
}

} // namespace
} // namespace twintrace
