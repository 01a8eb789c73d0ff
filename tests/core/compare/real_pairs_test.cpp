// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/trace_comparison.h"
#include "core/import/load_trace.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace twintrace
{
namespace
{

TracePtr load(const std::filesystem::path& file)
{
    Progress progress;
    const auto trace = loadTrace(file, progress);
    EXPECT_TRUE(trace) << file;
    return trace ? *trace : nullptr;
}

TracePtr recorded(const std::string& name)
{
    return load(std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "h200" / ("trace_" + name + ".json.gz"));
}

struct Pair {
    TracePtr baseline, candidate;
    TraceComparison comparison;
};

Pair compared(TracePtr baseline, TracePtr candidate)
{
    Pair pair{std::move(baseline), std::move(candidate), {}};
    pair.comparison =
        compareTraces(Baseline<const Trace&>{*pair.baseline}, Candidate<const Trace&>{*pair.candidate});
    return pair;
}

/// Sums over groups are the totals of the files, and no kernel is in two groups.
void expectReconciled(const Pair& pair)
{
    for (const bool isBaseline : {true, false}) {
        const Trace& trace = isBaseline ? *pair.baseline : *pair.candidate;
        std::set<EventId> seen;
        std::int64_t count = 0;
        Nanoseconds time = 0, listed = 0;
        for (const KernelGroup& group : pair.comparison.map.groups) {
            count += isBaseline ? group.baselineCount : group.candidateCount;
            time += isBaseline ? group.baselineTime : group.candidateTime;
            for (const GroupKernel& kernel : isBaseline ? group.baseline : group.candidate)
                for (const EventId event : kernel.executions) {
                    EXPECT_TRUE(seen.insert(event).second);
                    listed += trace.duration(event);
                }
        }
        std::int64_t kernels = 0;
        Nanoseconds sum = 0;
        for (const EventId event : trace.device.event)
            if (trace.kind(event) == EventKind::Kernel) {
                ++kernels;
                sum += trace.duration(event);
            }
        EXPECT_EQ(count, kernels);
        EXPECT_EQ(time, sum);
        EXPECT_EQ(listed, sum);
    }
}

double kernelsAForward(const ForwardWork& work)
{
    return aForward(work.kernels, work.forwards);
}

/// What the model's source says must become of its ops, checked by hand, a position of a forward.
struct HandRow {
    std::string candidate; ///< start of the candidate kernel's name
    int positions;         ///< in one forward
    std::string ops;       ///< the eager operators of one position, sorted
};

void expectGroups(const Pair& pair, const std::vector<HandRow>& table)
{
    const KernelMap& map = pair.comparison.map;
    std::map<std::string, int> positions;
    std::map<std::string, std::string> ops;
    for (const KernelGroup& group : map.groups) {
        if (group.candidate.empty())
            continue;
        const std::string& name = group.candidate.front().name;
        std::multiset<std::string> found;
        for (const GroupKernel& kernel : group.baseline)
            for (std::int64_t i = 0; i < kernel.count / map.forwards.baseline / group.positions; ++i)
                found.insert(kernel.op.substr(kernel.op.find("::") + 2));
        std::string text;
        for (const std::string& op : found)
            text += (text.empty() ? "" : " ") + op;
        for (const HandRow& row : table)
            if (name.starts_with(row.candidate) && row.ops == text)
                positions[row.candidate + ": " + row.ops] += static_cast<int>(group.positions);
        ops[name] += text + "; ";
    }
    for (const HandRow& row : table)
        EXPECT_EQ(positions[row.candidate + ": " + row.ops], row.positions)
            << row.candidate << ": " << ops[row.candidate];
}

// The GPT block of make_traces.py, by hand:
//   n1      x * rsqrt(x.pow(2).mean(-1) + eps) * w                     pow mean add rsqrt mul mul
//   q k v   three mm; attention: bmm, div by sqrt(d), _softmax, bmm, and the copy_ that reshape needs
//   o       mm; residual and n2                                        add + pow mean add rsqrt mul mul
//   ffn     mm (g), silu, mm (u), mul, mm (down); residual and the next block's n1 or the last norm
// 6 blocks of 28 kernels and a last norm of 6: 174.
const std::string kNorm = "add mean mul mul pow rsqrt";
const std::string kResidualAndNorm = "add add mean mul mul pow rsqrt";
const std::string kAttention = "_softmax bmm bmm copy_ div";
const std::string kCudnn = "cudnn_generated_fort_native_sdpa";

TEST(H200Pairs, GptDefault)
{
    const Pair pair = compared(recorded("gpt_eager"), recorded("gpt_default"));
    expectReconciled(pair);
    const TraceComparison& comparison = pair.comparison;
    EXPECT_EQ(comparison.work.baseline.forwards, 3);
    EXPECT_EQ(kernelsAForward(comparison.work.baseline), 174);
    EXPECT_EQ(kernelsAForward(comparison.work.candidate), 67);
    EXPECT_GE(comparison.map.totals.baseline.coverageByTime(), 0.95);
    EXPECT_GE(comparison.map.totals.candidate.coverageByTime(), 0.95);
    EXPECT_EQ(comparison.bottleneck.baseline, Bottleneck::LaunchBound);
    const std::string triton = "triton_per_fused__unsafe_view_add_mean_mul_pow_rsqrt_";
    expectGroups(pair, {{"triton_per_fused_add_mean_mul_pow_rsqrt_0", 1, kNorm},
                        {triton, 12, kResidualAndNorm},
                        {"triton_poi_fused__unsafe_view_mul_silu_2", 6, "mul silu"},
                        {kCudnn, 6, kAttention},
                        {"nvjet_sm90_tst_64x8_", 24, "mm"},   // q k v o
                        {"nvjet_sm90_tst_48x64_", 12, "mm"},  // g u
                        {"nvjet_sm90_tst_64x24_", 6, "mm"}}); // down
}

TEST(H200Pairs, GptReduceOverhead)
{
    const Pair pair = compared(recorded("gpt_eager"), recorded("gpt_reduce-overhead"));
    expectReconciled(pair);
    const TraceComparison& comparison = pair.comparison;
    EXPECT_EQ(kernelsAForward(comparison.work.candidate), 68);
    EXPECT_GE(comparison.map.totals.baseline.coverageByTime(), 0.80);
    EXPECT_GE(comparison.map.totals.candidate.coverageByTime(), 0.80);
    EXPECT_EQ(aForward(comparison.work.candidate.graphLaunches, comparison.work.candidate.forwards), 1);
    EXPECT_EQ(aForward(comparison.work.candidate.launches, comparison.work.candidate.forwards), 2);
    const std::string triton = "triton_per_fused__unsafe_view_add_mean_mul_pow_rsqrt_";
    expectGroups(pair, {{"triton_per_fused_add_mean_mul_pow_rsqrt_0", 1, kNorm},
                        {triton, 12, kResidualAndNorm},
                        {"triton_poi_fused__unsafe_view_mul_silu_2", 6, "mul silu"},
                        {kCudnn, 6, kAttention},
                        {"nvjet_sm90_tst_64x8_", 24, "mm"},
                        {"nvjet_sm90_tst_48x64_", 12, "mm"},
                        {"nvjet_sm90_tst_64x24_", 6, "mm"},
                        {"void at::native::(anonymous namespace)::multi_tensor_apply_kernel", 1, ""}});
}

TEST(H200Pairs, GptMaxAutotune)
{
    const Pair pair = compared(recorded("gpt_eager"), recorded("gpt_max-autotune"));
    expectReconciled(pair);
    EXPECT_EQ(kernelsAForward(pair.comparison.work.candidate), 65);
    EXPECT_GE(pair.comparison.map.totals.baseline.coverageByTime(), 0.95);
    EXPECT_GE(pair.comparison.map.totals.candidate.coverageByTime(), 0.95);
    // In two blocks silu and mul went into the epilogue of the second product (u).
    const std::string triton = "triton_per_fused__unsafe_view_add_mean_mul_pow_rsqrt_";
    expectGroups(
        pair, {{"triton_per_fused_add_mean_mul_pow_rsqrt_0", 1, kNorm},
               {triton, 12, kResidualAndNorm},
               {"triton_poi_fused__unsafe_view_mul_silu_4", 4, "mul silu"},
               {kCudnn, 6, kAttention},
               {"triton_tem_fused_add_mean_mm_mul_pow_rsqrt_t_view_1", 24, "mm"},
               {"triton_tem_fused__unsafe_view_add_mean_mm_mul_pow_rsqrt_t_view_3", 10, "mm"},
               {"triton_tem_fused__unsafe_view_mm_mul_silu_t_view_5", 6, "mm"},
               {"triton_tem_fused__unsafe_view_add_mean_mm_mul_pow_rsqrt_silu_t_view_10", 1, "mm mul silu"},
               {"triton_tem_fused__unsafe_view_mm_mul_silu_t_view_11", 1, "mm mul silu"}});
}

// fc1, silu, fc2, silu, fc3. Eager's fc2 is scal + sgemm + epilogue of one addmm; compiled has gemm + split-k
// reduction.
TEST(H200Pairs, Mlp)
{
    for (const char* mode : {"default", "reduce-overhead"}) {
        const Pair pair = compared(recorded("mlp_eager"), recorded("mlp_" + std::string(mode)));
        expectReconciled(pair);
        EXPECT_EQ(kernelsAForward(pair.comparison.work.baseline), 7);
        EXPECT_GE(pair.comparison.map.totals.baseline.coverageByTime(), 0.95);
        EXPECT_GE(pair.comparison.map.totals.candidate.coverageByTime(), 0.80);
        expectGroups(pair,
                     {{"triton_poi_fused_addmm_silu_0", 2, "silu"},
                      {"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8", 1, "addmm"},
                      {"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x128x8", 1, "addmm addmm addmm"},
                      {"void cutlass::Kernel2", 1, "addmm"}});
    }
}

TEST(H200Pairs, TheSameRecordingTwiceIsNoDifference)
{
    const Pair pair = compared(recorded("gpt_eager"), recorded("gpt_eager"));
    for (const KernelGroup& group : pair.comparison.map.groups)
        EXPECT_EQ(group.kind, GroupKind::Same);
    for (const WaterfallStep& step : pair.comparison.waterfall.steps)
        EXPECT_EQ(step.delta, 0);
}

struct SharedPair {
    const char* baseline;
    const char* candidate;
};
class SharedPairs : public testing::TestWithParam<SharedPair>
{
};

TEST_P(SharedPairs, ReconcileAndTellTheirCoverage)
{
    const std::filesystem::path folder = std::filesystem::path(TWINTRACE_SHARED_DIR) / "traces";
    if (!std::filesystem::exists(folder / GetParam().baseline))
        GTEST_SKIP() << "The real traces beside the project are not here: " << folder;
    const Pair pair = compared(load(folder / GetParam().baseline), load(folder / GetParam().candidate));
    expectReconciled(pair);
    const auto& totals = pair.comparison.map.totals;
    for (const MapTotals& side : {totals.baseline, totals.candidate}) {
        EXPECT_GE(side.coverageByTime(), 0);
        EXPECT_LE(side.coverageByTime(), 1);
        EXPECT_LE(side.matchedCount, side.count);
    }
    RecordProperty("baseline_coverage_percent", static_cast<int>(totals.baseline.coverageByTime() * 100));
    RecordProperty("candidate_coverage_percent", static_cast<int>(totals.candidate.coverageByTime() * 100));
    Nanoseconds sum = pair.comparison.waterfall.baseline;
    for (const WaterfallStep& step : pair.comparison.waterfall.steps)
        sum += step.delta;
    EXPECT_EQ(sum, pair.comparison.waterfall.candidate);
}

INSTANTIATE_TEST_SUITE_P(
    Traces, SharedPairs,
    testing::Values(
        SharedPair{"HTA__tests__data__trace_diff__control__control.json.gz",
                   "HTA__tests__data__trace_diff__test__test.json.gz"},
        SharedPair{"TraceLens__tests__traces__h100__google_owlv2-large-patch14-ensemble__1016001.json.gz",
                   "TraceLens__tests__traces__mi300__google_owlv2-large-patch14-ensemble__1016001.json.gz"},
        SharedPair{"TraceLens__tests__traces__h100__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz",
                   "TraceLens__tests__traces__mi300__Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz"}));

} // namespace
} // namespace twintrace
