// SPDX-License-Identifier: GPL-3.0-or-later
// The fault cases people have met (tests/golden/cases): what the importer alone must get right of each. The
// figures of `stats` over the same files are tested with the analysis.
#include "core/import/load_trace.h"
#include "tests/support/trace_digest.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace twintrace
{
namespace
{

using nlohmann::json;

const std::filesystem::path kCases = std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "cases";

json expectedFigures()
{
    std::ifstream file(kCases / "expected.json");
    return json::parse(file);
}

struct Figures {
    std::uint64_t kernels = 0;
    Nanoseconds kernelSum = 0;
    std::int64_t rows = 0;
    Nanoseconds span = 0;
};

Figures figuresOf(const Trace& trace)
{
    Figures figures;
    for (const EventId event : trace.device.event) {
        if (trace.kind(event) != EventKind::Kernel)
            continue;
        ++figures.kernels;
        figures.kernelSum += trace.duration(event);
    }
    figures.rows =
        std::ranges::count_if(trace.tracks, [](const Track& track) { return !track.events.isEmpty(); });
    figures.span = trace.span().end - trace.span().begin;
    return figures;
}

void expectMicroseconds(const json& want, const char* key, Nanoseconds have, const std::string& file)
{
    if (want.contains(key)) {
        EXPECT_NEAR(static_cast<double>(have) / 1000, want[key].get<double>(), 0.0011) << file << " " << key;
    }
}

template <class Count>
void expectCount(const json& want, const char* key, Count have, const std::string& file)
{
    if (want.contains(key)) {
        EXPECT_EQ(static_cast<std::int64_t>(have), want[key].get<std::int64_t>()) << file << " " << key;
    }
}

class GoldenCase : public testing::TestWithParam<std::string>
{
};

TEST_P(GoldenCase, GivesTheExpectedFigures)
{
    const json want = expectedFigures().at(GetParam());
    for (const auto& entry : want["files"]) {
        const std::string file = entry;
        if (!file.ends_with(".json") && !file.ends_with(".gz"))
            continue; // a generator, tried by hand
        Progress progress;
        const auto loaded = loadTrace(kCases / file, progress);
        if (!loaded) {
            EXPECT_EQ(GetParam(), "58") << file << ": " << loaded.error().message;
            EXPECT_FALSE(loaded.error().message.empty());
            continue;
        }
        const Trace& trace = **loaded;
        const Figures figures = figuresOf(trace);
        const ImportReport& report = trace.report;
        expectCount(want, "events", report.events, file);
        expectCount(want, "events_recovered", report.events, file);
        expectCount(want, "events_damaged", report.damagedEvents, file);
        expectCount(want, "kernels", figures.kernels, file);
        expectCount(want, "rows", figures.rows, file);
        expectCount(want, "gz_members", report.gzipMembers, file);
        expectCount(want, "BE_unmatched_E", report.unmatchedEnds, file);
        expectCount(want, "BE_unclosed_B", report.unclosedBegins, file);
        expectCount(want, "name_max_len", report.longestNameLength, file);
        expectMicroseconds(want, "kernel_sum_us", figures.kernelSum, file);
        expectMicroseconds(want, "span_us", figures.span, file);
        if (want["invalid_json"].get<bool>()) {
            EXPECT_FALSE(report.problems.empty()) << file;
        }
        if (want.contains("error_line")) {
            ASSERT_FALSE(report.problems.empty());
            EXPECT_EQ(report.problems[0].first.line, want["error_line"].get<std::uint64_t>());
        }
    }
}

// Every window border is hit: the result must not depend on where the text was cut, nor on the number of
// threads.
TEST_P(GoldenCase, DoesNotDependOnWindowsOrThreads)
{
    const json want = expectedFigures().at(GetParam());
    for (const auto& entry : want["files"]) {
        const std::string file = entry;
        if (!file.ends_with(".json") && !file.ends_with(".gz"))
            continue;
        Progress progress;
        const auto whole = loadTrace(kCases / file, progress);
        if (!whole)
            continue;
        const std::string digest = test::traceDigest(**whole);
        for (const auto& [threads, bytes] : {LoadOptions{1, 13}, {3, 100}, {1, 257}, {2, 1000}}) {
            Progress other;
            const auto cut = loadTrace(kCases / file, other, {threads, bytes});
            ASSERT_TRUE(cut) << file << " " << bytes << ": " << cut.error().message;
            EXPECT_EQ(test::traceDigest(**cut), digest) << file << " in windows of " << bytes;
        }
    }
}

std::vector<std::string> caseNames()
{
    std::vector<std::string> names;
    const json expected = expectedFigures();
    for (const auto& [name, want] : expected.items())
        names.push_back(name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenCase, testing::ValuesIn(caseNames()),
                         [](const auto& parameter) { return "Case" + parameter.param; });

} // namespace
} // namespace twintrace
