// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/oddities.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace twintrace
{
namespace
{

std::string severityWord(Severity severity)
{
    return severity == Severity::Notice ? "notice" : severity == Severity::Warning ? "warning" : "data loss";
}

TEST(Oddities, TheTableInTheDocumentIsTheTableInTheCode)
{
    std::ifstream file(std::filesystem::path(TWINTRACE_GOLDEN_DIR) / "../../core/import/ODDITIES.md");
    ASSERT_TRUE(file);
    const std::string document{std::istreambuf_iterator<char>(file), {}};
    std::set<std::string> codes;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Oddity::Count); ++i) {
        const OddityRule& rule = ruleOf(static_cast<Oddity>(i));
        EXPECT_TRUE(codes.insert(std::string(rule.code)).second) << rule.code << " twice";
        const std::string row = "| `" + std::string(rule.code) + "` | " + severityWord(rule.severity) +
                                " | " + std::string(rule.message) + " | " + std::string(rule.advice) + " |";
        EXPECT_NE(document.find(row), std::string::npos) << row;
    }
}

TEST(Oddities, CountsKeepTheFirstPlace)
{
    OddityCounts counts;
    counts.add(Oddity::BadEscape, 70);
    counts.add(Oddity::BadEscape, 30, 2);
    OddityCounts other;
    other.add(Oddity::BadEscape, 50);
    counts.add(other);
    EXPECT_EQ(counts.count(Oddity::BadEscape), 4U);
    EXPECT_EQ(counts.firstByte(Oddity::BadEscape), 30U);
    EXPECT_EQ(counts.count(Oddity::BareWord), 0U);
}

} // namespace
} // namespace twintrace
