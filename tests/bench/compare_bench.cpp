// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes to hold two traces of a million kernels each against each other, beside their import in
// the same run. The traces repeat the eager and the compiled forward of tests/golden/h200.
// TWINTRACE_BENCH_KERNELS changes the number of kernels of each.
#include "core/compare/trace_comparison.h"
#include "core/import/load_trace.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace twintrace
{
namespace
{

std::int64_t kernelCount()
{
    const char* wanted = std::getenv("TWINTRACE_BENCH_KERNELS");
    return wanted != nullptr ? std::max<std::int64_t>(std::atoll(wanted), 1000) : 1'000'000;
}

struct RecordedKernel {
    std::string op, api, name;
    Nanoseconds sinceLast, duration;
};

/// The kernels of the last forward of a recording.
std::vector<RecordedKernel> forwardOf(const std::string& file)
{
    Progress progress;
    const auto trace = loadTrace(std::string(TWINTRACE_GOLDEN_DIR) + "/h200/" + file, progress);
    std::vector<RecordedKernel> kernels;
    if (!trace)
        return kernels;
    const Iterations iterations = findIterations(**trace);
    Nanoseconds last = 0;
    for (const std::uint32_t row : iterations.list.back().work) {
        const DeviceItem& item = iterations.device[row];
        if (item.kind != EventKind::Kernel || !item.launch)
            continue;
        const EventId op = (*trace)->events.parent[item.launch.value()];
        kernels.push_back({op ? std::string((*trace)->name(op)) : "aten::none",
                           std::string((*trace)->name(item.launch)), std::string((*trace)->name(item.event)),
                           std::max<Nanoseconds>(item.begin - last, 100), item.end - item.begin});
        last = item.end;
    }
    kernels.front().sinceLast = 5000;
    return kernels;
}

void appendEvent(std::string& text, std::string_view category, std::string_view name, Nanoseconds begin,
                 Nanoseconds duration, std::string_view rest)
{
    text += R"({"ph":"X","cat":")";
    text += category;
    text += R"(","name":")";
    text += name;
    text += R"(","ts":)" + microsecondsText(begin) + R"(,"dur":)" + microsecondsText(duration);
    text += rest;
    text += "},\n";
}

/// A whole trace that repeats the forward: marks, operators, launches and kernels.
std::string repeated(const std::vector<RecordedKernel>& forward, std::int64_t kernels)
{
    const std::string cpu = R"(,"pid":1,"tid":1)";
    std::string text = "{\"traceEvents\": [\n";
    Nanoseconds time = 1000000;
    std::int64_t correlation = 0;
    for (std::int64_t step = 0; correlation < kernels; ++step) {
        const Nanoseconds begin = time;
        for (const RecordedKernel& kernel : forward) {
            const std::string id = std::to_string(++correlation);
            appendEvent(text, "cpu_op", kernel.op, time + 10, 900, cpu + R"(,"args":{})");
            appendEvent(text, "cuda_runtime", kernel.api, time + 100, 700,
                        cpu + R"(,"args":{"correlation":)" + id + "}");
            appendEvent(text, "kernel", kernel.name, time + 2000, kernel.duration,
                        R"(,"pid":0,"tid":7,"args":{"device":0,"stream":7,"correlation":)" + id + "}");
            time += kernel.sinceLast + kernel.duration + 1000;
        }
        time += 5000;
        appendEvent(text, "user_annotation", "ProfilerStep#" + std::to_string(step), begin, time - begin,
                    cpu + R"(,"args":{})");
        time += 1000;
    }
    text.erase(text.size() - 2);
    return text + "]}";
}

const std::string& baselineText()
{
    static const std::string text = repeated(forwardOf("trace_gpt_eager.json.gz"), kernelCount());
    return text;
}

const std::string& candidateText()
{
    static const std::string text = repeated(forwardOf("trace_gpt_default.json.gz"), kernelCount());
    return text;
}

void importBoth(benchmark::State& state)
{
    LoadOptions options;
    options.threads = static_cast<unsigned>(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(loadTraceText(baselineText(), options));
        benchmark::DoNotOptimize(loadTraceText(candidateText(), options));
    }
    state.SetBytesProcessed(
        static_cast<std::int64_t>(state.iterations() * (baselineText().size() + candidateText().size())));
}

void compareBoth(benchmark::State& state)
{
    const auto baseline = loadTraceText(baselineText()), candidate = loadTraceText(candidateText());
    if (!baseline || !candidate) {
        state.SkipWithError("the made traces cannot be read");
        return;
    }
    for (auto _ : state) {
        const TraceComparison comparison =
            compareTraces(Baseline<const Trace&>{**baseline}, Candidate<const Trace&>{**candidate});
        state.counters["kernels"] =
            static_cast<double>(comparison.map.totals.baseline.count + comparison.map.totals.candidate.count);
        state.counters["coverage"] = comparison.map.totals.baseline.coverageByTime();
    }
}

BENCHMARK(importBoth)->Name("import_both_1_thread")->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(importBoth)->Name("import_both_all_threads")->Arg(0)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(compareBoth)->Name("compare_both")->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace twintrace

BENCHMARK_MAIN();
