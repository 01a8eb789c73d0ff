// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/repair.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using State = RepairOutcome::State;

struct Mended {
    const char* name;
    std::string text;
    std::string json;
    Oddity oddity;
};

class Repairs : public testing::TestWithParam<Mended>
{
};

TEST_P(Repairs, HaveOneMeaning)
{
    const RepairOutcome outcome = repairElement(GetParam().text, 0);
    ASSERT_EQ(outcome.state, State::Whole) << GetParam().text;
    EXPECT_EQ(outcome.json, GetParam().json);
    ASSERT_FALSE(outcome.repairs.empty());
    EXPECT_EQ(outcome.repairs[0].oddity, GetParam().oddity);
}

INSTANTIATE_TEST_SUITE_P(
    All, Repairs,
    testing::Values(Mended{"Backslash", R"({"a":"x\c\u12"})", R"({"a":"x\\c\\u12"})", Oddity::BadEscape},
                    Mended{"BadUtf8", "{\"a\":\"x\xFF\"}", "{\"a\":\"x\xEF\xBF\xBD\"}", Oddity::InvalidUtf8},
                    Mended{"Control", "{\"a\":\"x\ny\"}", R"({"a":"x\u000ay"})", Oddity::ControlCharacter},
                    Mended{"Infinity", R"({"a":-inf})", R"({"a":"-inf"})", Oddity::BareWord},
                    Mended{"Hexadecimal", R"({"a":0x1F})", R"({"a":"0x1F"})", Oddity::BareWord},
                    Mended{"LeadingZero", R"({"a":007})", R"({"a":7})", Oddity::OddNumber},
                    Mended{"PlusSign", R"({"a":+5})", R"({"a":5})", Oddity::OddNumber},
                    Mended{"BarePoint", R"({"a":.5})", R"({"a":0.5})", Oddity::OddNumber},
                    Mended{"TrailingComma", R"({"a":[1,],})", R"({"a":[1]})", Oddity::ExtraComma},
                    Mended{"DoubleComma", R"({"a":1,,"b":2})", R"({"a":1,"b":2})", Oddity::ExtraComma},
                    Mended{"MissingComma", R"({"a":1 "b":2})", R"({"a":1,"b":2})", Oddity::MissingComma},
                    Mended{"UnquotedKey", R"({a:1})", R"({"a":1})", Oddity::UnquotedKey},
                    Mended{"MissingBrace", R"({"ph":"X","args":{"a":1},{"ph":"X"})",
                           R"({"ph":"X","args":{"a":1}})", Oddity::MissingBracket},
                    Mended{"MissingBraceAtEnd", R"({"ph":"X","args":{"a":1}])",
                           R"({"ph":"X","args":{"a":1}})", Oddity::MissingBracket}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(Repair, AnUnescapedQuoteDamagesTheEventAndNamesThePlace)
{
    const std::string text = R"({"name":"<gen "layer" v2>","ts":1})";
    const RepairOutcome outcome = repairElement(text, 0);
    EXPECT_EQ(outcome.state, State::Damaged);
    EXPECT_EQ(outcome.damage, Oddity::UnescapedQuote);
    EXPECT_EQ(text.substr(outcome.badPosition, 5), "layer");
}

TEST(Repair, TextThatEndsInsideIsIncomplete)
{
    for (const char* text : {"{", "{\"a", "{\"a\":", "{\"a\":1", "{\"a\":[1,", "{\"a\":\"\\"})
        EXPECT_EQ(repairElement(text, 0).state, State::Incomplete) << text;
}

TEST(Repair, DeepNestingIsRefusedNotFollowed)
{
    EXPECT_EQ(repairElement(std::string(100000, '['), 0).state, State::Damaged);
}

TEST(EventBorder, IsFoundBetweenEventsOnly)
{
    const std::string text = R"([{"ph":"X","args":{"list":[{"x":1},{"x":2}]}} , {"ph":"X"}])";
    const std::size_t border = findEventBorder(text, 1);
    ASSERT_NE(border, std::string::npos);
    EXPECT_EQ(text.substr(border), R"({"ph":"X"}])");
    EXPECT_EQ(findEventBorder(text, border), std::string::npos);
}

} // namespace
} // namespace twintrace
