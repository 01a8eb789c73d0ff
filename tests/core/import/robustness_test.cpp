// SPDX-License-Identifier: GPL-3.0-or-later
// What no file of the cases shows: damage of other kinds, cancelling, odd forms.
#include "core/import/load_trace.h"

#include <gmock/gmock.h>

#include <thread>

namespace twintrace
{
namespace
{

using testing::Contains;

std::vector<std::string> codesOf(const Trace& trace)
{
    std::vector<std::string> codes;
    for (const ImportProblem& problem : trace.report.problems)
        codes.push_back(problem.code);
    return codes;
}

std::string event(const std::string& name, int ts, const std::string& more = "")
{
    return R"({"ph":"X","cat":"cpu_op","name":")" + name + R"(","pid":1,"tid":2,"ts":)" + std::to_string(ts) +
           R"(,"dur":5)" + more + "}";
}

TracePtr load(const std::string& text, const LoadOptions& options = {})
{
    auto trace = loadTraceText(text, options);
    EXPECT_TRUE(trace) << (trace ? "" : trace.error().message);
    return trace ? *trace : nullptr;
}

struct Damage {
    const char* name;
    std::string text;
    std::uint64_t events;
    std::string code;
};

class DamagedText : public testing::TestWithParam<Damage>
{
};

TEST_P(DamagedText, KeepsEveryUndamagedEvent)
{
    for (const std::size_t window : {16, 100, 1 << 20}) {
        const TracePtr trace = load(GetParam().text, {1, window});
        ASSERT_TRUE(trace);
        EXPECT_EQ(trace->report.events, GetParam().events) << window;
        EXPECT_THAT(codesOf(*trace), Contains(GetParam().code)) << window;
    }
}

const std::string kThree = event("a", 1) + ",\n" + event("b", 10) + ",\n" + event("c", 20);

INSTANTIATE_TEST_SUITE_P(
    All, DamagedText,
    testing::Values(
        Damage{"BareWordInSkippedArgs",
               "[" + event("a", 1, R"(,"args":{"x":[1,inf]})") + "," + event("b", 9) + "]", 2, "bare-word"},
        Damage{"HexInSkippedArgs", "[" + event("a", 1, R"(,"args":{"x":0x10})") + "," + event("b", 9) + "]",
               2, "bare-word"},
        Damage{"QuotesInSkippedArgs",
               "[" + event("a", 1, R"(,"args":{"x":"p "q" r"})") + ",\n" + event("b", 9) + "]", 1,
               "unescaped-quote"},
        Damage{"MissingQuote", R"([{"ph":"X","name":"a,"ts":1,"dur":1},)" + kThree + "]", 3,
               "unescaped-quote"},
        Damage{"MissingCommaBetweenEvents", "[" + event("a", 1) + "\n" + event("b", 10) + "]", 2,
               "missing-comma"},
        Damage{"ExtraCommas", "[,," + event("a", 1) + ",,\n" + event("b", 10) + "]", 2, "extra-comma"},
        Damage{"ObjectWithoutClosingBracket", R"({"traceEvents":[)" + kThree + "}", 3, "missing-bracket"},
        Damage{"ArrayNotClosedBeforeKey", R"({"traceEvents":[)" + kThree + R"(, "traceName":"x"})", 3,
               "missing-bracket"},
        Damage{"DocumentNotClosed", R"({"traceEvents":[)" + kThree + "]", 3, "missing-bracket"},
        Damage{"ExtraBracket", "[" + event("a", 1) + "},\n" + event("b", 10) + "]", 2, "extra-bracket"},
        Damage{"OddElements", "[" + event("a", 1) + R"(,null,5,"text",[1,{"a":2}],)" + event("b", 10) + "]",
               6, "odd-element"},
        Damage{"EventWithoutPhase", "[" + kThree + R"(,{"name":"x"},{}])", 5, "missing-phase"},
        Damage{"UnknownPhase", "[" + kThree + R"(,{"ph":"Z","ts":1}])", 4, "unknown-phase"},
        Damage{"NoTime", "[" + kThree + R"(,{"ph":"X","name":"x","dur":1}])", 4, "bad-time"},
        Damage{"NoDuration", "[" + kThree + R"(,{"ph":"X","name":"x","ts":1}])", 4, "missing-duration"},
        Damage{"NegativeDuration", "[" + kThree + R"(,{"ph":"X","name":"x","ts":1,"dur":-3}])", 4,
               "negative-duration"},
        Damage{"OverflowingDuration",
               "[" + kThree + R"(,{"ph":"X","name":"x","ts":1,"dur":18446744073709551610}])", 4,
               "overflowing-duration"},
        Damage{"TimesInNanoseconds",
               R"([{"ph":"X","name":"a","pid":1,"tid":2,"ts":1767189312000000000,"dur":5}])", 1,
               "nanosecond-times"},
        Damage{"DroppedRecords", R"({"traceEvents":[)" + kThree + R"(],"twintrace":{"dropped_records":12}})",
               3, "dropped-records"},
        Damage{"TextBehind", "[" + kThree + "] rubbish", 3, "text-after-end"},
        Damage{"BrokenHeader", R"({"a": "b"c", "traceEvents": [)" + kThree + "]}", 3, "broken-header"},
        Damage{"CutInEvent", R"({"traceEvents":[)" + kThree + R"(,{"ph":"X","na)", 3, "truncated"},
        Damage{"NulBytesBehind", "[" + kThree + std::string(1, ',') + std::string(40, '\0'), 3, "truncated"}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(LoadTrace, KeysInAnyOrderAndMetadataBehindTheEvents)
{
    const TracePtr trace =
        load(R"({"traceEvents":[{"args":{"correlation":7,"stream":3,"device":1},"dur":2,"ts":5,
        "tid":3,"pid":1,"name":"k","cat":"kernel","ph":"X"}],"distributedInfo":{"rank":4},
        "deviceProperties":[{"name":"H200"},{}],"baseTimeNanoseconds":1767189312000000000})");
    ASSERT_EQ(trace->device.size(), 1U);
    EXPECT_EQ(trace->device.correlation[0], 7);
    EXPECT_EQ(trace->text(trace->streams[0].device), "1");
    EXPECT_EQ(trace->metadata.rank, 4);
    EXPECT_EQ(trace->metadata.baseTimeNanoseconds, 1767189312000000000);
    EXPECT_THAT(trace->metadata.deviceNames, testing::ElementsAre("H200", "unknown"));
}

TEST(LoadTrace, DroppedRecordsAreCountedAndNoneIsNoProblem)
{
    const std::string head = R"({"twintrace":{"kernels":3,"dropped_records":)";
    const std::string tail = R"(},"traceEvents":[)" + kThree + "]}";
    const TracePtr lossy = load(head + "12" + tail);
    ASSERT_EQ(lossy->report.problems.size(), 1U);
    EXPECT_EQ(lossy->report.problems[0].code, "dropped-records");
    EXPECT_EQ(lossy->report.problems[0].count, 12U);
    EXPECT_EQ(lossy->report.problems[0].first.byte, 13U);
    EXPECT_TRUE(load(head + "0" + tail)->report.problems.empty());
    EXPECT_TRUE(load(head + "\"many\"" + tail)->report.problems.empty());
}

TEST(LoadTrace, MicrosecondsOfTodayDoNotLookLikeNanoseconds)
{
    EXPECT_TRUE(load(R"([{"ph":"X","name":"a","pid":1,"tid":2,"ts":1767189312000000.5,"dur":5}])")
                    ->report.problems.empty());
}

TEST(LoadTrace, NumbersAndTextsOfOneIdAreTheSameThread)
{
    const TracePtr trace = load(R"([{"ph":"X","name":"a","pid":1,"tid":"2","ts":0,"dur":1},
        {"ph":"X","name":"b","pid":"1","tid":2,"ts":5,"dur":1}])");
    EXPECT_EQ(trace->tracks.size(), 1U);
}

TEST(LoadTrace, ArrowsCountersAndAsyncSpans)
{
    const TracePtr trace = load(R"([
        {"ph":"X","name":"from","pid":1,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"to","pid":1,"tid":2,"ts":20,"dur":5},
        {"ph":"s","cat":"c","name":"n","id":1,"pid":1,"tid":1,"ts":4},
        {"ph":"f","bp":"e","cat":"c","name":"n","id":"1","pid":1,"tid":2,"ts":20},
        {"ph":"C","name":"memory","pid":1,"ts":3,"args":{"used":5,"free":"nan"}},
        {"ph":"b","cat":"io","id":"0x1","name":"read","pid":1,"ts":1},{"ph":"e","cat":"io","id":"0x1","name":"read","pid":1,"ts":9},
        {"ph":"X","name":"out","pid":1,"tid":3,"ts":0,"dur":1,"bind_id":"7","flow_out":true},
        {"ph":"X","name":"in","pid":1,"tid":4,"ts":5,"dur":1,"bind_id":"7","flow_in":true}])");
    ASSERT_EQ(trace->flows.size(), 2U);
    EXPECT_EQ(trace->name(trace->flows[0].from), "from");
    EXPECT_EQ(trace->name(trace->flows[0].to), "to");
    ASSERT_EQ(trace->counters.size(), 1U);
    EXPECT_EQ(trace->counters[0].value[0], 5);
    EXPECT_THAT(codesOf(*trace), Contains("non-finite-counter"));
    const auto async = std::ranges::find(trace->tracks, TrackKind::Async, &Track::kind);
    ASSERT_NE(async, trace->tracks.end());
    EXPECT_EQ(trace->duration(EventId(async->events.first)), 8000);
}

TEST(LoadTrace, WhatIsNoTraceIsRefusedWithASentence)
{
    for (const char* text :
         {"", "   ", "null", "{}", "[1,2]", "{\"a\":[]}", "<html>", "\x1f\x8b", "PK\x03\x04rubbish"}) {
        const auto trace = loadTraceText(text);
        ASSERT_FALSE(trace) << text;
        EXPECT_EQ(trace.error().code, ErrorCode::Unreadable);
        EXPECT_THAT(trace.error().message, testing::EndsWith("."));
    }
    Progress progress;
    EXPECT_FALSE(loadTrace("/no/such/file.json", progress));
    EXPECT_FALSE(loadTrace("/", progress));
}

TEST(LoadTrace, ADamagedFileTakesLinearTime)
{
    std::string text = "[";
    for (int i = 0; i < 20000; ++i)
        text += R"({"ph":"X","name":"a "b" c","ts":1,"dur":1},)"
                "\n";
    const auto trace = load(text + event("good", 1) + "]");
    EXPECT_EQ(trace->report.events, 1U);
    EXPECT_EQ(trace->report.damagedEvents, 20000U);
}

TEST(LoadTrace, CancellingEndsItEarly)
{
    Progress progress;
    progress.cancel();
    const auto trace =
        loadTrace(std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "cases/48-steps.json", progress, {2, 64});
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::Cancelled);
}

} // namespace
} // namespace twintrace
