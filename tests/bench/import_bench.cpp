// SPDX-License-Identifier: GPL-3.0-or-later
// How fast traces are read, held against a bare walk of simdjson's On-Demand parser over the same file in
// memory.
//     TWINTRACE_BENCH_TRACE=trace.json[.gz] import_bench
// A plain file is also compressed into a temporary one for the gzip figures; a compressed one is inflated for
// the walk.
#include "core/base/page_memory.h"
#include "core/import/byte_source.h"
#include "core/import/load_trace.h"

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace
{

using namespace twintrace;
namespace fs = std::filesystem;

struct Input {
    fs::path plain;
    fs::path compressed;
    bool isPlainTemporary = false;
    bool isCompressedTemporary = false;
    std::uint64_t textBytes = 0;
    std::uint64_t events = 0;
};
Input input;

fs::path temporaryPath(const char* suffix)
{
    return fs::temp_directory_path() / ("twintrace-import-bench-" + std::to_string(::getpid()) + suffix);
}

bool isCompressed(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return stream.get() == 0x1f && stream.get() == 0x8b;
}

// Copies the decoded text of one file into another, compressed (like gzip -6) or not.
bool convert(const fs::path& from, const fs::path& to, bool compress)
{
    auto opened = openSource(from);
    if (!opened)
        return false;
    gzFile file = gzopen(to.c_str(), compress ? "wb6" : "wbT");
    std::vector<char> text(std::size_t{4} << 20);
    bool isGood = file != nullptr;
    while (isGood) {
        const auto got = opened->source->read(text.data(), text.size());
        isGood = got.has_value();
        if (!isGood || *got == 0)
            break;
        isGood = gzwrite(file, text.data(), static_cast<unsigned>(*got)) > 0;
    }
    return file && gzclose(file) == Z_OK && isGood;
}

bool prepare(const char* file)
{
    input.plain = input.compressed = file;
    if (isCompressed(file)) {
        input.plain = temporaryPath(".json");
        input.isPlainTemporary = true;
        if (!convert(file, input.plain, false))
            return false;
    } else {
        input.compressed = temporaryPath(".json.gz");
        input.isCompressedTemporary = true;
        if (!convert(file, input.compressed, true))
            return false;
    }
    input.textBytes = fs::file_size(input.plain);
    return true;
}

void setCounters(benchmark::State& state)
{
    const auto runs = static_cast<double>(state.iterations());
    state.counters["events/s"] =
        benchmark::Counter(static_cast<double>(input.events) * runs, benchmark::Counter::kIsRate);
    state.counters["bytes/s"] = benchmark::Counter(static_cast<double>(input.textBytes) * runs,
                                                   benchmark::Counter::kIsRate, benchmark::Counter::kIs1000);
}

// What every reader of traces must do at least: visit each event, take its six fields and args.correlation.
std::uint64_t walk(simdjson::ondemand::parser& parser, simdjson::padded_string_view text, std::uint64_t& sum)
{
    using namespace simdjson;
    std::uint64_t events = 0;
    ondemand::document document;
    if (parser.iterate(text).get(document))
        return 0;
    ondemand::array array;
    if (document.type() == ondemand::json_type::array) {
        if (document.get_array().get(array))
            return 0;
    } else if (document["traceEvents"].get_array().get(array)) {
        return 0;
    }
    for (auto element : array) {
        ondemand::object event;
        if (element.get_object().get(event))
            continue;
        ++events;
        for (auto member : event) {
            std::string_view key;
            if (member.unescaped_key().get(key))
                return events;
            std::string_view string;
            double number = 0;
            if (key == "ph" || key == "name") {
                if (!member.value().get_string().get(string))
                    sum += string.size();
            } else if (key == "ts" || key == "dur") {
                if (!member.value().get_double().get(number))
                    sum += static_cast<std::uint64_t>(number);
            } else if (key == "pid" || key == "tid") {
                // Numbers in most files, texts in some.
                auto value = member.value();
                std::int64_t id = 0;
                if (!value.get_int64().get(id))
                    sum += static_cast<std::uint64_t>(id);
                else if (!value.get_string().get(string))
                    sum += string.size();
            } else if (key == "args") {
                ondemand::object args;
                if (member.value().get_object().get(args))
                    continue;
                for (auto argument : args) {
                    std::string_view name;
                    std::int64_t correlation = 0;
                    if (argument.unescaped_key().get(name))
                        return events;
                    if (name == "correlation" && !argument.value().get_int64().get(correlation))
                        sum += static_cast<std::uint64_t>(correlation);
                }
            }
        }
    }
    return events;
}

void bareSimdjson(benchmark::State& state)
{
    PageBlock memory(input.textBytes + simdjson::SIMDJSON_PADDING);
    std::ifstream file(input.plain, std::ios::binary);
    file.read(static_cast<char*>(memory.address()), static_cast<std::streamsize>(input.textBytes));
    const simdjson::padded_string_view text(static_cast<const char*>(memory.address()), input.textBytes,
                                            memory.bytes());
    simdjson::ondemand::parser parser;
    std::uint64_t sum = 0;
    input.events = walk(parser, text, sum); // warms the parser
    for (auto _ : state)
        benchmark::DoNotOptimize(walk(parser, text, sum));
    setCounters(state);
}

std::uint64_t anonymousBytes()
{
    std::ifstream status("/proc/self/status");
    std::string key;
    while (status >> key) {
        std::uint64_t kilobytes = 0;
        if (key == "RssAnon:" && status >> kilobytes)
            return kilobytes * 1024;
        std::getline(status, key);
    }
    return 0;
}

// The most anonymous memory that one import has at any time, looked at every millisecond; beyond what was
// there before.
std::uint64_t peakOfImport(const fs::path& file, unsigned threads)
{
    const std::uint64_t before = anonymousBytes();
    std::uint64_t peak = before;
    std::atomic<bool> isOver{false};
    std::thread watcher([&] {
        while (!isOver) {
            peak = std::max(peak, anonymousBytes());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    Progress progress;
    (void)loadTrace(file, progress, {threads});
    isOver = true;
    watcher.join();
    return peak - before;
}

void import(benchmark::State& state, const fs::path& file, unsigned threads)
{
    const std::uint64_t peak = peakOfImport(file, threads);
    for (auto _ : state) {
        const std::uint64_t before = anonymousBytes();
        Progress progress;
        const auto trace = loadTrace(file, progress, {threads});
        if (!trace) {
            state.SkipWithError(trace.error().message.c_str());
            return;
        }
        const auto events = static_cast<double>((*trace)->report.events);
        input.events = (*trace)->report.events;
        state.PauseTiming();
        state.counters["own_bytes/event"] = static_cast<double>((*trace)->ownBytes()) / events;
        // Allowed: 64 bytes an event and 100 MB.
        state.counters["peak_of_allowed"] = static_cast<double>(peak) / (64 * events + 100e6);
        state.counters["anonymous_bytes/event"] = static_cast<double>(anonymousBytes() - before) / events;
        state.ResumeTiming();
    }
    setCounters(state);
}

void inflateOnly(benchmark::State& state)
{
    std::vector<char> text(std::size_t{4} << 20);
    for (auto _ : state) {
        auto opened = openSource(input.compressed);
        std::size_t got = text.size();
        while (opened && got == text.size())
            got = opened->source->read(text.data(), text.size()).value_or(0);
        benchmark::DoNotOptimize(text.data());
    }
    setCounters(state);
}

benchmark::internal::Benchmark* inMilliseconds(benchmark::internal::Benchmark* one)
{
    return one->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
}

} // namespace

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    const char* const file = std::getenv("TWINTRACE_BENCH_TRACE");
    if (!file || !fs::exists(file)) {
        std::cerr << "Set TWINTRACE_BENCH_TRACE to a Chrome trace, plain or compressed.\n";
        return 2;
    }
    if (!prepare(file)) {
        std::cerr << file << " cannot be converted for the comparison; is the temporary folder full?\n";
        return 3;
    }
    inMilliseconds(benchmark::RegisterBenchmark("bare_simdjson", bareSimdjson));
    inMilliseconds(
        benchmark::RegisterBenchmark("import_1_thread", [](auto& state) { import(state, input.plain, 1); }));
    inMilliseconds(benchmark::RegisterBenchmark("import_all_threads",
                                                [](auto& state) { import(state, input.plain, 0); }));
    inMilliseconds(benchmark::RegisterBenchmark("inflate_only", inflateOnly));
    inMilliseconds(
        benchmark::RegisterBenchmark("import_gz", [](auto& state) { import(state, input.compressed, 0); }));
    benchmark::RunSpecifiedBenchmarks();
    if (input.isPlainTemporary)
        fs::remove(input.plain);
    if (input.isCompressedTemporary)
        fs::remove(input.compressed);
    return 0;
}
