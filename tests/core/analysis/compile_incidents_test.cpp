// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compile_incidents.h"
#include "core/import/load_trace.h"
#include "tests/core/analysis/hand_made.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace twintrace
{
namespace
{

using Kind = CompileIncidentKind;

std::vector<CompileIncident> ofKind(const std::vector<CompileIncident>& all, Kind kind)
{
    std::vector<CompileIncident> some;
    for (const CompileIncident& incident : all) {
        if (incident.kind == kind)
            some.push_back(incident);
    }
    return some;
}

TracePtr golden(const std::string& name)
{
    Progress progress;
    const Result<TracePtr> trace = loadTrace(std::filesystem::path(TWINTRACE_GOLDEN_DIR) / name, progress);
    EXPECT_TRUE(trace) << name;
    return *trace;
}

} // namespace

TEST(CompileIncidents, ABreakInsideARegionCostsTheHostTimeBetweenTheGraphs)
{
    HandMade made;
    made.op("Torch-Compiled Region: 0/0", 0, 100)
        .annotation("## Call CompiledFxGraph abc ##", 10, 30)
        .op("TorchDynamo Cache Lookup", 45, 4)
        .op("Torch-Compiled Region: 1/0", 50, 40);
    const std::vector<CompileIncident> found = findCompileIncidents(*made.trace());
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, Kind::GraphBreak);
    EXPECT_EQ(found[0].begin, 40'000);
    EXPECT_EQ(found[0].cost, 10'000);
    EXPECT_EQ(found[0].left, (CompileId{0, 0}));
    EXPECT_EQ(found[0].id, (CompileId{1, 0}));
    EXPECT_FALSE(found[0].isEstimated);
}

TEST(CompileIncidents, RegionsOfDifferentCallsAreNoBreaks)
{
    HandMade made;
    made.op("Torch-Compiled Region: 0/0", 0, 10).op("Torch-Compiled Region: 1/0", 20, 10);
    EXPECT_TRUE(findCompileIncidents(*made.trace()).empty()) << "no step says that they belong together";
    HandMade again;
    again.annotation("ProfilerStep#1", 0, 100)
        .op("Torch-Compiled Region: 0/0", 1, 10)
        .op("Torch-Compiled Region: 0/0", 20, 10);
    EXPECT_TRUE(findCompileIncidents(*again.trace()).empty());
    EXPECT_TRUE(findCompileIncidents(*HandMade().op("aten::mm", 0, 1).trace()).empty());
}

TEST(CompileIncidents, ARecompileOutsideOfTheRecordingHasNoCost)
{
    const std::vector<CompileIncident> found =
        findCompileIncidents(*golden("cases/52-compiled-regions.json"));
    const std::vector<CompileIncident> recompiles = ofKind(found, Kind::Recompile);
    ASSERT_EQ(recompiles.size(), 1U);
    EXPECT_EQ(recompiles[0].id, (CompileId{0, 1}));
    EXPECT_EQ(recompiles[0].begin, 1'020'000);
    EXPECT_FALSE(recompiles[0].cost);
    const std::vector<CompileIncident> breaks = ofKind(found, Kind::GraphBreak);
    ASSERT_EQ(breaks.size(), 4U) << "two in each of the two steps";
    EXPECT_EQ(breaks[0].cost, 50'000);
    EXPECT_TRUE(breaks[0].isEstimated);
}

TEST(CompileIncidents, TheBrokenForwardBreaksTwiceACall)
{
    const std::vector<CompileIncident> found =
        findCompileIncidents(*golden("h200/trace_broken_default.json.gz"));
    ASSERT_EQ(found.size(), 6U) << "three calls, each from frame 0 to 1 to 2";
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].kind, Kind::GraphBreak);
        EXPECT_EQ(found[i].id->frame, i % 2 == 0 ? 1 : 2);
        EXPECT_GT(*found[i].cost, 10'000);
        EXPECT_LT(*found[i].cost, 200'000);
        EXPECT_FALSE(found[i].isEstimated);
    }
}

TEST(CompileIncidents, TheColdTraceCompilesAndRecompiles)
{
    const std::vector<CompileIncident> found =
        findCompileIncidents(*golden("h200/trace_cold_recompile.json.gz"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind, Kind::Compile);
    EXPECT_EQ(found[0].id, (CompileId{0, 0}));
    EXPECT_NEAR(double(*found[0].cost), 86.06e6, 0.01e6);
    EXPECT_EQ(found[1].kind, Kind::Recompile);
    EXPECT_EQ(found[1].id, (CompileId{0, 1}));
    EXPECT_NEAR(double(*found[1].cost), 653.81e6, 0.01e6);
}

} // namespace twintrace
