// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/gate.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace twintrace
{
namespace
{

constexpr std::string_view kSession = R"({"schema": "twintrace.session/1",
 "variants": [{"id": "eager", "status": "ok", "steady": {"median_us": 900.5, "ci95_us": [890, 910], "is_steady": true},
               "numerics": {"ok": true}},
              {"id": "aot", "status": "ok", "steady": {"median_us": 450.25}, "uncached": null}],
 "comparisons": [{"baseline": "eager", "candidate": "aot", "speedup": 2.0, "break_even_calls": 1500.5},
                 {"baseline": "eager", "candidate": "aot-cudagraph", "speedup": null, "break_even_calls": null}],
 "checks": [{"id": "compiled_at_least_0_90x_eager", "ok": true, "sentence": "2.00 is at least 0.90."},
            {"id": "clean_at_most_one_graph", "ok": false, "sentence": "3 graphs."}]})";
constexpr std::string_view kDiff = R"({"schema": "twintrace.diff/1", "candidate": {"kernels_per_forward": 67},
 "coverage": {"baseline_time": 0.974}, "comparable": {"ok": false, "differences": ["device"]}, "groups": [{"delta_count": -3}]})";

struct Row {
    const char* condition;
    bool passed;
};

class Conditions : public testing::TestWithParam<Row>
{
};

TEST_P(Conditions, OnASession)
{
    const Result<GateOutcome> outcome = judgeGate(GetParam().condition, kSession);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->passed, GetParam().passed) << outcome->sentence;
    EXPECT_FALSE(outcome->sentence.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, Conditions,
    testing::Values(Row{"aot.speedup >= 1.2", true}, Row{"aot.speedup>=2", true},
                    Row{"aot.speedup > 2", false}, Row{"aot.speedup < 2.0", false},
                    Row{"  aot.speedup   ==  2 ", true}, Row{"aot.speedup != 2", false},
                    Row{"aot.speedup >= 1e1", false}, Row{"variants.eager.steady.median_us <= 900.5", true},
                    Row{"variants.eager.steady.ci95_us.1 < 909", false},
                    Row{"variants.eager.steady.ci95_us[0] == 890", true},
                    Row{"variants.aot.status == ok", true}, Row{"variants.aot.status != ok", false},
                    Row{"variants.eager.numerics.ok == true", true},
                    Row{"variants.eager.steady.is_steady == false", false},
                    Row{"compiled_at_least_0_90x_eager", true}, Row{"clean_at_most_one_graph", false},
                    // null break-even is "never": above every number
                    Row{"aot-cudagraph.break_even_calls > 1000000", true},
                    Row{"aot-cudagraph.break_even_calls <= 1000000", false},
                    // any other null fails, whatever is asked
                    Row{"aot-cudagraph.speedup >= 1", false}, Row{"aot-cudagraph.speedup < 1", false},
                    Row{"variants.aot.uncached.total_ms < 5", false}));

TEST(Gate, SaysWhatItFound)
{
    EXPECT_EQ(judgeGate("aot.speedup >= 2.5", kSession)->sentence,
              "Gate 'aot.speedup >= 2.5' failed: aot.speedup is 2.0.");
    EXPECT_EQ(judgeGate("clean_at_most_one_graph", kSession)->sentence,
              "Check 'clean_at_most_one_graph' failed: 3 graphs.");
    EXPECT_EQ(judgeGate("aot-cudagraph.break_even_calls < 5", kSession)->sentence,
              "Gate 'aot-cudagraph.break_even_calls < 5' failed: aot-cudagraph.break_even_calls is never.");
}

TEST(Gate, ReadsADiff)
{
    EXPECT_TRUE(judgeGate("candidate.kernels_per_forward <= 67", kDiff)->passed);
    EXPECT_FALSE(judgeGate("coverage.baseline_time >= 0.98", kDiff)->passed);
    EXPECT_FALSE(judgeGate("comparable.ok == true", kDiff)->passed);
    EXPECT_TRUE(judgeGate("groups[0].delta_count == -3", kDiff)->passed);
}

class Mistakes : public testing::TestWithParam<const char*>
{
};

TEST_P(Mistakes, AreUsageErrorsInOneSentence)
{
    const Result<GateOutcome> outcome = judgeGate(GetParam(), kSession);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::Usage);
    EXPECT_EQ(outcome.error().message.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Mistakes,
                         testing::Values("", "   ", "aot.speedup >=", ">= 3", "aot.speedup => 1",
                                         "aot.speedup = 1", "aot.speedup >= fast", "1 < aot.speedup < 2",
                                         "nobody.speedup > 1", "aot.speed > 1", "variants.nobody.steady > 1",
                                         "variants.aot.steady > 1", "variants.aot.status > ok",
                                         "no_such_check", "aot.speedup"));

TEST(Gate, NamesWhatThereIs)
{
    EXPECT_NE(judgeGate("nobody.speedup > 1", kSession).error().message.find("aot, aot-cudagraph"),
              std::string::npos);
    EXPECT_NE(judgeGate("no_such_check", kSession).error().message.find("clean_at_most_one_graph"),
              std::string::npos);
    EXPECT_NE(judgeGate("variants.nobody.x > 1", kSession).error().message.find("eager, aot"),
              std::string::npos);
}

TEST(Gate, NoDocumentIsNoPass)
{
    EXPECT_FALSE(judgeGate("aot.speedup > 1", "not json"));
    EXPECT_FALSE(judgeGate("aot.speedup > 1", "[]"));
    EXPECT_FALSE(judgeGate("aot.speedup > 1", "{}"));
}

} // namespace
} // namespace twintrace
