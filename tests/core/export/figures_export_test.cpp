// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"
#include "core/export/comparison_text.h"
#include "core/export/csv.h"
#include "core/export/figures_text.h"
#include "core/import/load_trace.h"
#include "tests/core/analysis/hand_made.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

using nlohmann::json;
using testing::HasSubstr;

// Every key of the contract, whatever the trace holds.
const char* const kStatsKeys[] = {"schema",
                                  "file",
                                  "container",
                                  "gz_members",
                                  "rank",
                                  "device_names",
                                  "events",
                                  "events_damaged",
                                  "problems",
                                  "notices",
                                  "span_us",
                                  "rows",
                                  "name_max_len",
                                  "unmatched_ends",
                                  "unclosed_begins",
                                  "bad_durations",
                                  "nesting_violations",
                                  "memory_events",
                                  "gpu_peak",
                                  "cpu_peak",
                                  "kernels",
                                  "kernel_names",
                                  "triton_kernels",
                                  "kernels_timed",
                                  "kernels_untimed",
                                  "kernel_sum_us",
                                  "kernel_sum_clamped_us",
                                  "kernel_union_us",
                                  "kernel_span_us",
                                  "gpu_union_us",
                                  "device_idle_us",
                                  "devices",
                                  "streams_count",
                                  "cpu_kernels",
                                  "gaps_gt_1us",
                                  "gaps_gt_0",
                                  "gap_us",
                                  "gap_causes",
                                  "overlaps",
                                  "overlap_us",
                                  "runtime_calls",
                                  "driver_calls",
                                  "graph_launches",
                                  "launches_without_kernels",
                                  "links",
                                  "arrows",
                                  "kernels_without_launch",
                                  "kernels_before_launch",
                                  "max_kernels_per_correlation",
                                  "min_launch_to_start_us",
                                  "steps",
                                  "kernels_per_step",
                                  "step_us",
                                  "cold_us",
                                  "warm_mean_us",
                                  "warm_median_us",
                                  "host_us",
                                  "end_to_end_us",
                                  "regions",
                                  "frames",
                                  "compile_ids",
                                  "recompiles",
                                  "streams"};

TEST(FiguresJson, HasEveryKeyEvenForAnEmptyTrace)
{
    const TracePtr trace = HandMade().trace();
    const json document = json::parse(figuresJson(*trace, figuresOf(*trace)));
    for (const char* key : kStatsKeys)
        EXPECT_TRUE(document.contains(key)) << key;
    EXPECT_EQ(document["schema"], "twintrace.stats/1");
    EXPECT_EQ(document["kernels"], 0);
    EXPECT_TRUE(document["span_us"].is_null());
    EXPECT_TRUE(document["streams"].empty());
}

TEST(FiguresJson, TimesAreExactToTheNanosecond)
{
    // 9,007,199,254,740,993 ns is 2^53 + 1: a double of nanoseconds would lose the last one.
    HandMade made;
    made.builder().kernel(made.builder().track("0", "7"), "k", 0, 9007199254740993,
                          made.builder().stream("0", "7"));
    const TracePtr trace = made.trace();
    EXPECT_THAT(figuresJson(*trace, figuresOf(*trace)), HasSubstr("\"kernel_sum_us\":9007199254740.993"));
}

TEST(FiguresJson, StreamsKeepTheirIdsAsNumbersOrText)
{
    HandMade made;
    made.kernel("a", 0, 5).kernel("b", 10, 5, kNoCorrelation, "kernel", "stream x");
    made.builder().kernel(made.builder().track("GPU", "q"), "c", 20000, 5,
                          made.builder().stream("GPU", "q", false));
    const TracePtr trace = made.trace();
    const json streams = json::parse(figuresJson(*trace, figuresOf(*trace)))["streams"];
    ASSERT_EQ(streams.size(), 3U);
    EXPECT_EQ(streams[0]["stream"], 7);
    EXPECT_EQ(streams[1]["stream"], "stream x");
    EXPECT_EQ(streams[2]["tid"], "q");
    EXPECT_FALSE(streams[2].contains("device"));
}

TEST(FiguresCsv, RowsStandUnderTheirHeader)
{
    const TracePtr trace = HandMade().kernel("a", 0, 5).trace();
    const std::string header = figuresCsvHeader();
    const std::string row = figuresCsvRow(*trace, figuresOf(*trace));
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ','));
    EXPECT_THAT(header, HasSubstr("kernel_sum_us"));
}

TEST(Csv, QuotesWhatNeedsIt)
{
    EXPECT_EQ(csvLine({"a", "b,c", "say \"x\"", "two\nlines"}),
              "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\"\n");
}

TEST(FiguresText, SaysWhatAPersonAsks)
{
    const TracePtr trace = HandMade().annotation("ProfilerStep#0", 0, 100).launched("k", 1, 5, 9).trace();
    const std::string text = figuresText(*trace, figuresOf(*trace));
    EXPECT_THAT(text, HasSubstr("cudaLaunchKernel"));
    EXPECT_THAT(text, HasSubstr("9.00 µs"));
}

class ComparisonExport : public testing::Test
{
  protected:
    void SetUp() override
    {
        Progress progress;
        const std::string folder = std::string(TWINTRACE_GOLDEN_DIR) + "/h200/";
        const auto baseline = loadTrace(folder + "trace_gpt_eager.json.gz", progress);
        const auto candidate = loadTrace(folder + "trace_gpt_default.json.gz", progress);
        ASSERT_TRUE(baseline && candidate);
        m_comparison =
            compareTraces(Baseline<const Trace&>{**baseline}, Candidate<const Trace&>{**candidate});
    }
    TraceComparison m_comparison;
    Paired<std::string> m_files{"eager.json.gz", "default|x.json.gz"};
};

TEST_F(ComparisonExport, JsonKeepsTheContract)
{
    const json document = json::parse(comparisonJson(m_files, m_comparison));
    EXPECT_EQ(document["schema"], "twintrace.diff/1");
    EXPECT_EQ(document["baseline"]["kernels_per_forward"], 174);
    EXPECT_EQ(document["candidate"]["kernels_per_forward"], 67);
    EXPECT_EQ(document["baseline"]["forwards"], 3);
    std::int64_t counts[2] = {0, 0};
    std::int64_t nanoseconds[2] = {0, 0};
    for (const json& group : document["groups"]) {
        EXPECT_TRUE(group["layer"].is_string());
        for (const bool isBaseline : {true, false})
            for (const json& kernel : group[isBaseline ? "baseline_kernels" : "candidate_kernels"]) {
                counts[isBaseline ? 0 : 1] += kernel["count"].get<std::int64_t>();
                nanoseconds[isBaseline ? 0 : 1] += std::llround(kernel["us"].get<double>() * 1000);
            }
    }
    EXPECT_EQ(counts[0], document["baseline"]["kernels"]);
    EXPECT_EQ(counts[1], document["candidate"]["kernels"]);
    EXPECT_EQ(nanoseconds[0], std::llround(document["baseline"]["kernel_us"].get<double>() * 1000));
    EXPECT_EQ(nanoseconds[1], std::llround(document["candidate"]["kernel_us"].get<double>() * 1000));
    std::int64_t sum = std::llround(document["waterfall"]["baseline_us"].get<double>() * 1000);
    for (const json& step : document["waterfall"]["steps"])
        sum += std::llround(step["delta_us"].get<double>() * 1000);
    EXPECT_EQ(sum, std::llround(document["waterfall"]["candidate_us"].get<double>() * 1000));
    EXPECT_GE(document["coverage"]["baseline_time"], 0.95);
}

TEST_F(ComparisonExport, TextStartsWithTheVerdict)
{
    const std::string text = comparisonText(m_files, m_comparison);
    EXPECT_TRUE(text.starts_with("The candidate runs 67 kernels a forward, the baseline 174"));
    EXPECT_THAT(text, HasSubstr("cuLaunchKernelEx"));
    EXPECT_THAT(text, HasSubstr("Matched: 100 %"));
}

TEST_F(ComparisonExport, CsvHasOneLineAGroupAndMarkdownATable)
{
    const std::string csv = comparisonCsv(m_comparison);
    EXPECT_TRUE(csv.starts_with("kind,layer,confidence,label"));
    EXPECT_THAT(csv, HasSubstr("triton_poi_fused__unsafe_view_mul_silu_2"));
    EXPECT_THAT(comparisonMarkdown(m_files, m_comparison), HasSubstr("| kernels | 174 | 67 |"));
}

} // namespace
} // namespace twintrace
