// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a known shape are read by comparing text. Whatever is wrong with one of them must come out as if
// the shape were not known.
#include "core/import/load_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace twintrace
{
namespace
{

const std::string kKernel =
    R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 105.25, "dur": 10.5, )"
    R"("args": {"External id": 20, "queued": 0, "device": 0, "stream": 7, "correlation": 42, "grid": [1, 2, 3], "x": 0.5}})";
const std::string kOperator =
    R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 3, "tid": "main", "ts": 99.5, "dur": 2, "args": )"
    R"({"External id": 4, "Concrete Inputs": ["", "[1, 2]", "é"], "Input Dims": [[5, 1], []], "x": true, "Ev Idx": 9}})";
const std::string kArrow = R"({"ph":"s","id":7,"pid":3,"tid":3,"ts":104,"cat":"ac2g","name":"ac2g"})";

std::string summaryOf(const std::string& text)
{
    const auto loaded = loadTraceText(text, {1, 1 << 20});
    if (!loaded)
        return loaded.error().message;
    const Trace& trace = **loaded;
    std::string summary = std::to_string(trace.report.events) + " events, " +
                          std::to_string(trace.report.damagedEvents) + " damaged, " +
                          std::to_string(trace.report.badDurations) + " bad durations";
    std::vector<std::string> parts;
    for (const ImportProblem& problem : trace.report.problems)
        parts.push_back(problem.code + " " + std::to_string(problem.count));
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
        const EventId id(i);
        parts.push_back(std::string(trace.name(id)) + "|" + std::string(trace.category(id)) + "|" +
                        std::to_string(trace.duration(id)) + "|" + trace.trackTitle(trace.trackOf(id)));
    }
    for (std::size_t i = 0; i < trace.device.size(); ++i)
        parts.push_back("correlation " + std::to_string(trace.device.correlation[i]));
    std::ranges::sort(parts);
    for (const std::string& part : parts)
        summary += "\n" + part;
    return summary;
}

class EachByte : public testing::TestWithParam<char>
{
};

TEST_P(EachByte, WrongInAnEventIsSeenWhateverCameBefore)
{
    for (const std::string* event : {&kKernel, &kOperator, &kArrow}) {
        for (std::size_t at = 0; at < event->size(); ++at) {
            std::string damaged = *event;
            damaged[at] = GetParam();
            const std::string rest = damaged + ",\n" + *event + "]";
            const std::string other = "{ " + event->substr(1); // the same event, written in another shape
            EXPECT_EQ(summaryOf("[" + *event + ",\n" + *event + ",\n" + rest),
                      summaryOf("[" + other + ",\n" + other + ",\n" + rest))
                << damaged;
        }
    }
}

// The same far enough behind the first of the shape that it would be read straight from the text.
TEST_P(EachByte, WrongInAnEventIsSeenAlsoWithoutItsStructure)
{
    for (const std::string* event : {&kKernel, &kOperator, &kArrow}) {
        std::string known = "[";
        std::string unknown = "[";
        for (int i = 0; i < 20; ++i) {
            known += *event + ",\n";
            unknown += "{ " + event->substr(1) + ",\n";
        }
        const std::string rest = ",\n" + *event + ",\n" + *event + ",\n" + *event + "]";
        for (std::size_t at = 0; at < event->size(); ++at) {
            std::string damaged = *event;
            damaged[at] = GetParam();
            EXPECT_EQ(summaryOf(known + damaged + rest), summaryOf(unknown + damaged + rest)) << damaged;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EachByte,
                         testing::Values('"', '\\', ',', ':', '{', '}', '[', ']', ' ', '0', '9', 'x', '-',
                                         '\n', '\x01', '\xff'));

TEST(TextShapes, ValuesThatAreNoneAreSeenInArgsOfAKnownShape)
{
    for (const char* value :
         {"inf", "nan", "-inf", "0x10", "007", "1.", "+1", "True", "", "1 2", "[1", "\"a\"b\""}) {
        std::string damaged = kKernel;
        damaged.replace(damaged.rfind("0.5"), 3, value);
        const std::string text = "[" + kKernel + ",\n" + kKernel + ",\n" + damaged + ",\n" + kKernel + "]";
        const auto loaded = loadTraceText(text);
        ASSERT_TRUE(loaded);
        EXPECT_FALSE((*loaded)->report.problems.empty()) << value;
        std::string far = "[";
        for (int i = 0; i < 20; ++i)
            far += kKernel + ",\n";
        const auto farLoaded = loadTraceText(far + text.substr(1));
        ASSERT_TRUE(farLoaded);
        EXPECT_EQ((*farLoaded)->report.damagedEvents, (*loaded)->report.damagedEvents) << value;
        EXPECT_EQ((*farLoaded)->report.events, (*loaded)->report.events + 20) << value;
        EXPECT_EQ((*loaded)->report.events + (*loaded)->report.damagedEvents, 4U) << value;
    }
    for (const char* value : {"true", "null", "-1e5", "0", "\"\\u00e9\"", "{}", "[]", "1 "}) {
        std::string good = kKernel;
        good.replace(good.rfind("0.5"), 3, value);
        const auto loaded = loadTraceText("[" + kKernel + "," + kKernel + "," + good + "," + kKernel + "]");
        ASSERT_TRUE(loaded);
        EXPECT_EQ((*loaded)->report.events, 4U) << value;
        for (const ImportProblem& problem : (*loaded)->report.problems)
            EXPECT_EQ(problem.code, "stream-overlap") << value;
    }
}

} // namespace
} // namespace twintrace
