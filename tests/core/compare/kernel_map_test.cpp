// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/kernel_map.h"
#include "core/compare/sequence_alignment.h"
#include "core/compare/trace_comparison.h"
#include "tests/core/analysis/hand_made.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace twintrace
{
namespace
{

struct Work {
    std::string op; // "" = no operator around the launch
    std::string kernel;
    int lengthUs = 5;
};

/// `forwards` steps that each run `work` in order, one launch a kernel.
TracePtr forwardsOf(const std::vector<Work>& work, int forwards = 2)
{
    HandMade made;
    for (int step = 0; step < forwards; ++step) {
        const int start = step * 10000;
        made.annotation("ProfilerStep#" + std::to_string(step), start, 9000);
        int time = start + 10;
        for (const Work& one : work) {
            if (!one.op.empty())
                made.op(one.op, time, 8);
            made.launched(one.kernel, time + 2, time + 9, one.lengthUs);
            time += 20;
        }
    }
    return made.trace();
}

const KernelGroup* groupWith(const KernelMap& map, std::string_view kernel)
{
    for (const KernelGroup& group : map.groups)
        for (const auto* side : {&group.baseline, &group.candidate})
            for (const GroupKernel& one : *side)
                if (one.name == kernel)
                    return &group;
    return nullptr;
}

TraceComparison compare(const TracePtr& baseline, const TracePtr& candidate,
                        const ComparisonOptions& options = {})
{
    return compareTraces(Baseline<const Trace&>{*baseline}, Candidate<const Trace&>{*candidate}, options);
}

const std::vector<Work> kEagerMlp = {{"aten::mm", "ampere_sgemm_128x64_tn"},
                                     {"aten::add", "add_kernel"},
                                     {"aten::silu", "silu_kernel"},
                                     {"aten::mm", "ampere_sgemm_128x64_tn"}};

TEST(KernelMap, TheSameTraceTwiceIsAllTheSame)
{
    const TracePtr trace = forwardsOf(kEagerMlp);
    const TraceComparison comparison = compare(trace, trace);
    for (const KernelGroup& group : comparison.map.groups) {
        EXPECT_EQ(group.kind, GroupKind::Same);
        EXPECT_EQ(group.baselineTime, group.candidateTime);
    }
    EXPECT_EQ(comparison.map.totals.baseline.coverageByTime(), 1.0);
    EXPECT_EQ(comparison.waterfall.baseline, comparison.waterfall.candidate);
    EXPECT_TRUE(comparison.comparable.isOk());
}

TEST(KernelMap, SeveralOpsBecomeOneKernelByItsName)
{
    const TracePtr compiled = forwardsOf({{"aten::mm", "ampere_sgemm_64x64_tn"},
                                          {"triton_poi_fused_add_silu_0", "triton_poi_fused_add_silu_0"},
                                          {"aten::mm", "ampere_sgemm_64x64_tn"}});
    const KernelMap map = compare(forwardsOf(kEagerMlp), compiled).map;
    const KernelGroup* fused = groupWith(map, "triton_poi_fused_add_silu_0");
    ASSERT_NE(fused, nullptr);
    EXPECT_EQ(fused->kind, GroupKind::Fused);
    EXPECT_EQ(fused->layer, MatchLayer::FusedName);
    EXPECT_EQ(fused->baselineCount, 4); // add and silu in two forwards
    EXPECT_EQ(fused->candidateCount, 2);
    const KernelGroup* product = groupWith(map, "ampere_sgemm_64x64_tn");
    EXPECT_EQ(product->kind, GroupKind::Changed);
    EXPECT_EQ(product->layer, MatchLayer::OpTree);
    EXPECT_EQ(product->positions, 2);
    EXPECT_EQ(map.totals.candidate.coverageByCount(), 1.0);
}

// g = mm, silu(g), u = mm, mul: the compiled model runs both products first. The fused kernel comes late.
TEST(KernelMap, AFusedKernelMayWaitPastAProduct)
{
    const TracePtr eager = forwardsOf({{"aten::mm", "gemm_a"},
                                       {"aten::silu", "silu"},
                                       {"aten::mm", "gemm_b"},
                                       {"aten::mul", "mul"},
                                       {"aten::mm", "gemm_c"}});
    const TracePtr compiled = forwardsOf({{"aten::mm", "gemm_a"},
                                          {"aten::mm", "gemm_b"},
                                          {"", "triton_poi_fused_mul_silu_2"},
                                          {"aten::mm", "gemm_c"}});
    const KernelMap map = compare(eager, compiled).map;
    const KernelGroup* fused = groupWith(map, "triton_poi_fused_mul_silu_2");
    ASSERT_EQ(fused->baseline.size(), 2U);
    EXPECT_EQ(groupWith(map, "gemm_b")->kind, GroupKind::Same);
}

TEST(KernelMap, ADecomposedAttentionBecomesOneKernel)
{
    const TracePtr eager = forwardsOf({{"aten::mm", "gemm_q"},
                                       {"aten::bmm", "gemm_qk"},
                                       {"aten::div", "scale"},
                                       {"aten::_softmax", "softmax_warp_forward"},
                                       {"aten::bmm", "gemm_av"},
                                       {"aten::copy_", "direct_copy"},
                                       {"aten::mm", "gemm_o"}});
    const TracePtr compiled = forwardsOf({{"", "gemm_q"}, {"", "flash_fwd_kernel"}, {"", "gemm_o"}});
    const KernelMap map = compare(eager, compiled).map;
    const KernelGroup* attention = groupWith(map, "flash_fwd_kernel");
    EXPECT_EQ(attention->kind, GroupKind::Fused);
    EXPECT_EQ(attention->layer, MatchLayer::Order);
    EXPECT_EQ(attention->baselineCount, 2 * 5); // qk, scale, softmax, av, and the copy that flash needs not
    EXPECT_EQ(groupWith(map, "gemm_q")->kind, GroupKind::Same);
    EXPECT_EQ(groupWith(map, "gemm_o")->kind, GroupKind::Same);
}

TEST(KernelMap, OneKernelMayBecomeSeveral)
{
    const TracePtr eager = forwardsOf({{"aten::mm", "big_gemm"}});
    const TracePtr split = forwardsOf({{"", "sm80_xmma_gemm_a"}, {"", "sm80_xmma_gemm_split_k_kernel__b"}});
    const KernelMap map = compare(eager, split).map;
    ASSERT_EQ(map.groups.size(), 1U);
    EXPECT_EQ(map.groups[0].kind, GroupKind::Changed);
    EXPECT_EQ(map.groups[0].candidate.size(), 2U);
}

TEST(KernelMap, TheOtherWayRoundWorksToo)
{
    const TracePtr compiled =
        forwardsOf({{"aten::mm", "gemm"}, {"", "triton_poi_fused_add_silu_0"}, {"aten::mm", "gemm"}});
    const TracePtr eager = forwardsOf({{"aten::mm", "gemm"},
                                       {"aten::add", "add_kernel"},
                                       {"aten::silu", "silu_kernel"},
                                       {"aten::mm", "gemm"}});
    const TraceComparison comparison = compare(compiled, eager);
    const KernelGroup* group = groupWith(comparison.map, "triton_poi_fused_add_silu_0");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(group->candidate.size(), 2U);
    EXPECT_EQ(group->kind, GroupKind::Changed);
}

TEST(KernelMap, WhatHasNoCounterpartIsAddedOrRemoved)
{
    const TracePtr eager = forwardsOf({{"aten::mm", "gemm"}, {"aten::tanh", "tanh_kernel"}});
    const TracePtr compiled =
        forwardsOf({{"aten::_foreach_copy_", "multi_tensor_apply_kernel"}, {"aten::mm", "gemm"}});
    const KernelMap map = compare(eager, compiled).map;
    EXPECT_EQ(groupWith(map, "tanh_kernel")->kind, GroupKind::Removed);
    EXPECT_EQ(groupWith(map, "multi_tensor_apply_kernel")->kind, GroupKind::Added);
    EXPECT_EQ(map.totals.baseline.coverageByCount(), 0.5);
}

TEST(KernelMap, TheNodesOfOurOwnRecordingsDecideFirst)
{
    // The names would tie both kernels to the first candidate; the graph's nodes say otherwise.
    const TracePtr eager = forwardsOf({{"aten::mul", "mul_one"}, {"aten::mul", "mul_two"}}, 1);
    const TracePtr compiled =
        forwardsOf({{"k0", "triton_poi_fused_mul_0"}, {"k1", "triton_poi_fused_mul_1"}}, 1);
    const auto origins = [](const TracePtr& trace, std::vector<std::string> nodes) {
        return [trace, nodes, seen = std::map<EventId, std::size_t>()](EventId event) mutable {
            const auto [entry, isNew] = seen.try_emplace(event, seen.size());
            return KernelOrigin{{nodes[entry->second]}, "model.py:1", "block"};
        };
    };
    const TraceComparison comparison =
        compare(eager, compiled, {origins(eager, {"mul_1", "mul"}), origins(compiled, {"mul", "mul_1"})});
    for (const KernelGroup& group : comparison.map.groups) {
        EXPECT_EQ(group.layer, MatchLayer::Provenance);
        ASSERT_EQ(group.baseline.size(), 1U);
        EXPECT_EQ(group.baseline[0].name == "mul_one", group.candidate[0].name == "triton_poi_fused_mul_1");
        EXPECT_EQ(group.baseline[0].source, "model.py:1");
    }
}

TEST(KernelMap, CpuKernelsAreMappedAsWell)
{
    HandMade eager, compiled;
    for (int step = 0; step < 2; ++step) {
        const int t = step * 1000;
        eager.annotation("ProfilerStep#" + std::to_string(step), t, 900);
        eager.op("aten::mm", t + 1, 50).op("aten::add", t + 60, 20).op("aten::silu", t + 90, 20);
        compiled.annotation("ProfilerStep#" + std::to_string(step), t, 900);
        compiled.op("aten::mm", t + 1, 50).op("cpp_fused_add_silu_0", t + 60, 20);
    }
    const TraceComparison comparison = compare(eager.trace(), compiled.trace());
    EXPECT_TRUE(comparison.work.baseline.areCpuKernels);
    EXPECT_EQ(comparison.map.totals.baseline.count, 6);
    const KernelGroup* fused = groupWith(comparison.map, "cpp_fused_add_silu_0");
    EXPECT_EQ(fused->baselineCount, 4);
    EXPECT_EQ(comparison.map.totals.candidate.coverageByTime(), 1.0);
}

TEST(KernelMap, KernelsOfNoForwardHaveAGroupOfTheirOwn)
{
    HandMade made;
    made.kernel("before the window", 1, 5, 3);
    made.annotation("ProfilerStep#0", 10, 100).call("cudaLaunchKernel", 11, 1, 9).kernel("k", 20, 5, 9);
    const TracePtr trace = made.trace();
    const KernelMap map = compare(trace, trace).map;
    EXPECT_EQ(map.totals.baseline.count, 2);
    EXPECT_EQ(map.totals.baseline.matchedCount, 1);
    EXPECT_TRUE(groupWith(map, "before the window")->isOutside);
}

TEST(KernelMap, ForwardsThatDifferAreLaidOntoTheUsualOne)
{
    HandMade made;
    for (int step = 0; step < 3; ++step) {
        const int t = step * 1000;
        made.annotation("ProfilerStep#" + std::to_string(step), t, 900);
        made.launched("a", t + 10, t + 15, 5);
        if (step == 1)
            made.launched("extra", t + 30, t + 35, 5);
        made.launched("b", t + 50, t + 55, 5);
    }
    const TracePtr trace = made.trace();
    const KernelMap map = compare(trace, trace).map;
    EXPECT_EQ(map.totals.baseline.count, 7);
    EXPECT_EQ(groupWith(map, "extra")->baselineCount, 1);
    EXPECT_EQ(groupWith(map, "a")->baselineCount, 3);
}

TEST(TraceComparison, NothingToCompareIsSaid)
{
    const TracePtr empty = HandMade().trace();
    const TraceComparison comparison = compare(empty, empty);
    EXPECT_TRUE(comparison.map.groups.empty());
    EXPECT_NE(comparison.sentence.find("nothing to compare"), std::string::npos);
}

TEST(TraceComparison, AGpuAgainstACpuIsNotComparable)
{
    const TracePtr gpu = forwardsOf(kEagerMlp);
    const TracePtr cpu = HandMade().annotation("ProfilerStep#0", 0, 100).op("aten::mm", 1, 5).trace();
    const TraceComparison comparison = compare(gpu, cpu);
    EXPECT_FALSE(comparison.comparable.isOk());
    EXPECT_EQ(comparison.comparable.differences.front().what, "work runs on");
}

TEST(TraceComparison, LaunchBoundAndGpuBoundAreTold)
{
    HandMade slow, busy;
    for (int step = 0; step < 2; ++step) {
        const int t = step * 1000;
        slow.annotation("ProfilerStep#" + std::to_string(step), t, 900);
        busy.annotation("ProfilerStep#" + std::to_string(step), t, 900);
        for (int i = 0; i < 5; ++i) {
            slow.launched("k", t + 10 + 50 * i, t + 15 + 50 * i, 5);
            busy.launched("k", t + 1 + i, t + 15 + 102 * i, 100);
        }
    }
    const TraceComparison comparison = compare(slow.trace(), busy.trace());
    EXPECT_EQ(comparison.bottleneck.baseline, Bottleneck::LaunchBound);
    EXPECT_EQ(comparison.bottleneck.candidate, Bottleneck::GpuBound);
    ASSERT_EQ(comparison.launches.size(), 1U);
    EXPECT_EQ(comparison.launches[0].calls.baseline, 5);
}

TEST(SequenceAlignment, LongestCommonSubsequence)
{
    EXPECT_EQ(alignEqual({1, 2, 3, 4}, {1, 3, 4, 5}), (std::vector<std::int64_t>{0, -1, 1, 2}));
    EXPECT_EQ(alignEqual({}, {1}), std::vector<std::int64_t>());
    EXPECT_EQ(alignEqual({7}, {}), std::vector<std::int64_t>{-1});
}

TEST(SequenceAlignment, LongSequencesAreCutAndStayInOrder)
{
    const auto equal = [](std::size_t i, std::size_t j) {
        return PairScore{i == j ? 1.0 : 0.0, false, false};
    };
    const auto pairs = alignInOrder(9000, 9000, equal);
    EXPECT_EQ(pairs.size(), 9000U);
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
}

} // namespace
} // namespace twintrace
