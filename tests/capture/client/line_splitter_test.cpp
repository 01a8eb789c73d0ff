// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/line_splitter.h"

#include <gtest/gtest.h>

namespace twintrace
{
namespace
{

using Lines = std::vector<std::string>;

TEST(LineSplitter, GivesLinesHoweverTheyAreCut)
{
    const std::string text = "one\ntwo\r\n\n{\"three\": 3}\nrest";
    for (std::size_t step = 1; step <= text.size(); ++step) {
        LineSplitter splitter(100);
        Lines lines;
        for (std::size_t at = 0; at < text.size(); at += step)
            for (std::string& line : splitter.take(std::string_view(text).substr(at, step)))
                lines.push_back(std::move(line));
        EXPECT_EQ(lines, (Lines{"one", "two", "{\"three\": 3}"})) << step;
        EXPECT_EQ(splitter.takeRest(), "rest");
    }
}

TEST(LineSplitter, ThrowsAwayWhatIsTooLongAndGoesOn)
{
    LineSplitter splitter(4);
    EXPECT_EQ(splitter.take("1234\n12345\nabc"), (Lines{"1234"}));
    EXPECT_EQ(splitter.take("defgh"), Lines{});
    EXPECT_EQ(splitter.take("ijk\nxy\n"), (Lines{"xy"}));
    EXPECT_EQ(splitter.overlongLines(), 2u);
}

TEST(TextTail, KeepsTheLastWholeLines)
{
    TextTail tail(20);
    tail.add("short\n");
    EXPECT_EQ(tail.text(), "short\n");
    for (int i = 0; i < 1000; ++i)
        tail.add("line " + std::to_string(i) + "\n");
    EXPECT_EQ(tail.text(), "line 998\nline 999\n");
    EXPECT_EQ(tail.totalBytes(), 6u + 10 * 7 + 90 * 8 + 900 * 9);
}

TEST(TextTail, AlsoOfOneEndlessLine)
{
    TextTail tail(8);
    tail.add(std::string(1000, 'x'));
    EXPECT_EQ(tail.text(), "xxxxxxxx");
}

} // namespace
} // namespace twintrace
