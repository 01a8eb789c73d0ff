// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/trace_comparison.h"
#include "core/export/comparison_text.h"
#include "core/import/load_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <sstream>

namespace twintrace
{
namespace
{

using Random = std::mt19937;

int pick(Random& random, int most)
{
    return std::uniform_int_distribution<int>(0, most)(random);
}

std::string eventJson(const std::string& category, const std::string& name, std::int64_t ns,
                      std::int64_t lengthNs, const std::string& row, const std::string& args)
{
    std::ostringstream out;
    out << R"({"ph":"X","cat":")" << category << R"(","name":")" << name << R"(",)" << row << R"(,"ts":)"
        << microsecondsText(ns) << R"(,"dur":)" << microsecondsText(lengthNs) << R"(,"args":{)" << args
        << "}}";
    return out.str();
}

/// Events of a random trace: marks or none, eager and generated kernels, graphs, copies, kernels without a
/// launch. No two begin at the same nanosecond, since the file's order decides between such.
std::vector<std::string> randomEvents(Random& random)
{
    static const std::vector<std::string> kNames = {"nvjet_sm90_64x8",
                                                    "add_kernel",
                                                    "silu_kernel",
                                                    "softmax_warp_forward",
                                                    "flash_fwd_kernel",
                                                    "triton_poi_fused_add_silu_0",
                                                    "triton_per_fused_mean_1",
                                                    "triton_tem_fused_mm_2",
                                                    "void at::native::f<int>()"};
    static const std::vector<std::string> kOps = {"aten::mm", "aten::add", "aten::silu", "aten::mean"};
    const std::string cpu = R"("pid":1,"tid":1)", gpu = R"("pid":0,"tid":7)";
    const std::string work = R"("device":0,"stream":7,"correlation":)";
    std::vector<std::string> events;
    std::int64_t time = 1000, device = 2000, correlation = 10;
    const int steps = pick(random, 4), hasMarks = pick(random, 2), usual = 1 + pick(random, 12);
    std::vector<std::pair<std::string, std::string>> forward;
    for (int i = 0; i < usual; ++i)
        forward.emplace_back(kOps[static_cast<std::size_t>(pick(random, 3))],
                             kNames[static_cast<std::size_t>(pick(random, 8))]);
    for (int step = 0; step <= steps; ++step) {
        const std::int64_t begin = time;
        for (const auto& [op, kernel] : forward) {
            if (pick(random, 9) == 0)
                continue; // forwards differ now and then
            time += 1001 + pick(random, 5000);
            device = std::max(device, time) + 701 + pick(random, 4000);
            const std::int64_t length = 1 + pick(random, 6000);
            const std::string id = work + std::to_string(++correlation);
            events.push_back(eventJson("cpu_op", op, time, 900, cpu, ""));
            if (pick(random, 7) > 0)
                events.push_back(
                    eventJson("cuda_runtime", pick(random, 9) == 0 ? "cudaGraphLaunch" : "cudaLaunchKernel",
                              time + 13, 800, cpu, "\"correlation\":" + std::to_string(correlation)));
            for (int node = pick(random, 9) == 0 ? 3 : 1; node > 0; --node) {
                events.push_back(eventJson("kernel", kernel, device, length, gpu, id));
                device += length + 17;
            }
            if (pick(random, 9) == 0) {
                events.push_back(eventJson("gpu_memset", "Memset (Device)", device, 300, gpu, id));
                device += 317;
            }
            time += 1000;
        }
        if (hasMarks > 0)
            events.push_back(eventJson("user_annotation", "ProfilerStep#" + std::to_string(step), begin + 500,
                                       time - begin, cpu, ""));
        time += 2003;
    }
    return events;
}

TracePtr traceOf(const std::vector<std::string>& events, const LoadOptions& options = {})
{
    std::string text = "{\"traceEvents\": [";
    for (std::size_t i = 0; i < events.size(); ++i)
        text += (i == 0 ? "" : ",\n") + events[i];
    const auto trace = loadTraceText(text + "]}", options);
    EXPECT_TRUE(trace);
    return trace ? *trace : nullptr;
}

TraceComparison compare(const Trace& baseline, const Trace& candidate)
{
    return compareTraces(Baseline<const Trace&>{baseline}, Candidate<const Trace&>{candidate});
}

void expectPartition(const Trace& trace, const KernelMap& map, bool isBaseline)
{
    std::set<EventId> seen;
    Nanoseconds time = 0;
    std::int64_t count = 0;
    for (const KernelGroup& group : map.groups) {
        for (const GroupKernel& kernel : isBaseline ? group.baseline : group.candidate)
            for (const EventId event : kernel.executions) {
                EXPECT_TRUE(seen.insert(event).second) << "a kernel is in two groups";
                EXPECT_EQ(trace.name(event), kernel.name);
            }
        time += isBaseline ? group.baselineTime : group.candidateTime;
        count += isBaseline ? group.baselineCount : group.candidateCount;
    }
    Nanoseconds allTime = 0;
    std::int64_t allCount = 0;
    for (const EventId event : trace.device.event)
        if (trace.kind(event) == EventKind::Kernel) {
            ++allCount;
            allTime += trace.duration(event);
            EXPECT_TRUE(seen.contains(event)) << "a kernel is in no group";
        }
    EXPECT_EQ(count, allCount);
    EXPECT_EQ(time, allTime);
}

TEST(ComparisonProperties, GroupsPartitionTheKernelsOfBothSides)
{
    Random random(1);
    for (int round = 0; round < 150; ++round) {
        const TracePtr baseline = traceOf(randomEvents(random)), candidate = traceOf(randomEvents(random));
        const TraceComparison comparison = compare(*baseline, *candidate);
        expectPartition(*baseline, comparison.map, true);
        expectPartition(*candidate, comparison.map, false);
    }
}

TEST(ComparisonProperties, TheWaterfallSumsToTheDifference)
{
    Random random(2);
    for (int round = 0; round < 150; ++round) {
        const TracePtr baseline = traceOf(randomEvents(random)), candidate = traceOf(randomEvents(random));
        const TraceComparison comparison = compare(*baseline, *candidate);
        Nanoseconds sum = comparison.waterfall.baseline;
        for (const WaterfallStep& step : comparison.waterfall.steps)
            sum += step.delta;
        EXPECT_EQ(sum, comparison.waterfall.candidate);
        for (const ForwardWork* work : {&comparison.work.baseline, &comparison.work.candidate}) {
            EXPECT_EQ(work->endToEnd,
                      work->leadIn + work->busy() + work->gaps.total.time + work->shortGaps + work->tail);
            GapTotal gaps;
            for (const GapCause cause : kGapCauses) {
                gaps.count += work->gaps.of(cause).count;
                gaps.time += work->gaps.of(cause).time;
            }
            EXPECT_EQ(gaps.count, work->gaps.total.count);
            EXPECT_EQ(gaps.time, work->gaps.total.time);
        }
    }
}

TEST(ComparisonProperties, TheOrderOfEventsInTheFileChangesNothing)
{
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        std::vector<std::string> baseline = randomEvents(random), candidate = randomEvents(random);
        const std::string before =
            comparisonJson({"b", "c"}, compare(*traceOf(baseline), *traceOf(candidate)));
        std::shuffle(baseline.begin(), baseline.end(), random);
        std::shuffle(candidate.begin(), candidate.end(), random);
        EXPECT_TRUE(comparisonJson({"b", "c"}, compare(*traceOf(baseline), *traceOf(candidate))) == before)
            << round;
    }
}

TEST(ComparisonProperties, SplittingTheFileIntoWindowsChangesNothing)
{
    Random random(4);
    for (int round = 0; round < 40; ++round) {
        const std::vector<std::string> baseline = randomEvents(random), candidate = randomEvents(random);
        const std::string whole =
            comparisonJson({"b", "c"}, compare(*traceOf(baseline), *traceOf(candidate)));
        LoadOptions small;
        small.windowBytes = 512;
        small.threads = 2;
        EXPECT_TRUE(comparisonJson({"b", "c"},
                                   compare(*traceOf(baseline, small), *traceOf(candidate, small))) == whole)
            << round;
    }
}

TEST(ComparisonProperties, ATraceAgainstItselfShowsNoDifference)
{
    Random random(5);
    for (int round = 0; round < 60; ++round) {
        const TracePtr trace = traceOf(randomEvents(random));
        const TraceComparison comparison = compare(*trace, *trace);
        for (const WaterfallStep& step : comparison.waterfall.steps)
            EXPECT_EQ(step.delta, 0);
        EXPECT_EQ(comparison.map.totals.baseline.time, comparison.map.totals.candidate.time);
    }
}

} // namespace
} // namespace twintrace
