// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"
#include "core/timeline/name_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{
namespace
{

TracePtr smallTrace()
{
    TraceBuilder builder;
    const TrackId main = builder.track("1", "1");
    const TrackId worker = builder.track("1", "2");
    builder.slice(main, "user_annotation", "ProfilerStep#1", 0, 10'000);
    builder.slice(main, "cpu_op", "gemm_0", 100, 1'000);
    builder.slice(main, "cpu_op", "gemm_3", 2'000, 500);
    builder.slice(worker, "cpu_op", "worker<int> & co", 0, 4'000);
    return builder.freeze();
}

/// Many events of names that come back, so that chunks, blocks and threads all have their ends somewhere.
TracePtr longTrace()
{
    TraceBuilder builder;
    const TrackId track = builder.track("1", "1");
    for (int i = 0; i < 5000; ++i)
        builder.slice(track, "cpu_op", "op_" + std::to_string(i % 1237), i * 10, 5);
    return builder.freeze();
}

std::vector<std::uint32_t> found(NameSearch& search, const NameQuery& query, std::size_t chunk = 3)
{
    Progress progress;
    std::vector<std::uint32_t> hits;
    EXPECT_TRUE(search.find(
        query, progress,
        [&](std::span<const std::uint32_t> some) {
            hits.insert(hits.end(), some.begin(), some.end());
            return true;
        },
        chunk));
    EXPECT_EQ(progress.done(), progress.total());
    return hits;
}

std::vector<std::uint32_t> found(const Trace& trace, const NameQuery& query)
{
    NameSearch search(trace);
    return found(search, query);
}

std::vector<std::uint32_t> readOneByOne(const Trace& trace, const std::string& part)
{
    std::vector<std::uint32_t> hits;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.name(EventId(id)).find(part) != std::string_view::npos)
            hits.push_back(id);
    }
    return hits;
}

} // namespace

TEST(NameSearch, FindsPartsOfNamesAndMindsTheCaseOnlyWhenAsked)
{
    const TracePtr trace = smallTrace();
    EXPECT_EQ(found(*trace, {"gemm", 0}).size(), 2U);
    EXPECT_EQ(found(*trace, {"<int> &", 0}).size(), 1U);
    EXPECT_EQ(found(*trace, {"profilerstep", 0}).size(), 1U);
    EXPECT_EQ(found(*trace, {"PROFILERSTEP", 0}).size(), 0U);
    EXPECT_EQ(found(*trace, {"ProfilerStep", 0}).size(), 1U);
    EXPECT_EQ(found(*trace, {"", 1'000}).size(), 3U) << "minimum duration alone";
    EXPECT_EQ(found(*trace, {"gemm", 600}).size(), 1U);
    EXPECT_TRUE(found(*trace, {"nothing like this", 0}).empty());
}

TEST(NameSearch, ThreadsAndChunksChangeNothing)
{
    const TracePtr trace = longTrace();
    const std::vector<std::uint32_t> wanted = readOneByOne(*trace, "12");
    for (const unsigned threads : {1U, 2U, 7U}) {
        for (const std::size_t chunk : {1U, 63U, 64U, 100U, 100'000U}) {
            NameSearch search(*trace, threads);
            EXPECT_EQ(found(search, {"12", 0}, chunk), wanted) << threads << " threads, chunks of " << chunk;
        }
    }
}

TEST(NameSearch, GoesOnWhereTheQueryBeforeEnded)
{
    const TracePtr trace = longTrace();
    NameSearch search(*trace, 2);
    EXPECT_EQ(found(search, {"1", 0}), readOneByOne(*trace, "1"));
    EXPECT_GE(search.comparedNames(), 1237U);
    EXPECT_EQ(found(search, {"12", 0}), readOneByOne(*trace, "12"));
    EXPECT_LT(search.comparedNames(), 1000U) << "names without a 1 are not looked at again";
    EXPECT_EQ(found(search, {"123", 0}), readOneByOne(*trace, "123"));
    EXPECT_LT(search.comparedNames(), 100U);
    // Anything else starts anew, and says so by its results.
    EXPECT_EQ(found(search, {"23", 0}), readOneByOne(*trace, "23"));
    EXPECT_EQ(found(search, {"", 0}).size(), trace->events.size());
    EXPECT_TRUE(found(search, {"OP_1", 0}).empty());
    EXPECT_EQ(found(search, {"op_1", 0}), readOneByOne(*trace, "op_1"));
}

TEST(NameSearch, AStoppedSearchSpoilsNothing)
{
    const TracePtr trace = longTrace();
    NameSearch search(*trace, 2);
    Progress progress;
    int calls = 0;
    EXPECT_FALSE(search.find(
        {"1", 0}, progress, [&](std::span<const std::uint32_t>) { return ++calls < 2; }, 10));
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(found(search, {"12", 0}), readOneByOne(*trace, "12"));
    Progress cancelled;
    cancelled.cancel();
    EXPECT_FALSE(search.find({"", 0}, cancelled, [](std::span<const std::uint32_t>) { return true; }));
}

TEST(TextMatcher, AgreesWithTheStandardLibrary)
{
    const std::string texts[] = {
        "", "a", "aaa", "abababab", "triton_poi_fused_add_12", std::string(600, 'x') + "needle", "ünïcode 🚀"};
    const std::string parts[] = {"",  "a", "ab", "bab", "fused_add", "needle", std::string(300, 'x') + "n",
                                 "🚀", "ï", "zz"};
    for (const std::string& text : texts) {
        for (const std::string& part : parts)
            EXPECT_EQ(TextMatcher(part).matches(text), text.find(part) != std::string::npos)
                << text << " / " << part;
    }
}

TEST(TextMatcher, FindsAPartAtEachPlaceOfTextsOfEachLength)
{
    // Every length around the 8 and 16 bytes that are compared at once; each text in memory of its own, so
    // that a checked build notices a byte read beyond it.
    for (std::size_t length = 1; length <= 70; ++length) {
        for (std::size_t partLength = 1; partLength <= std::min<std::size_t>(length, 40); ++partLength) {
            const std::string part = "P" + std::string(partLength - 1, 'q');
            for (std::size_t at = 0; at + partLength <= length; ++at) {
                std::vector<char> text(length, 'P'); // false starts everywhere
                std::copy(part.begin(), part.end(), text.begin() + std::ptrdiff_t(at));
                const std::string_view whole(text.data(), text.size());
                ASSERT_TRUE(TextMatcher(part).matches(whole)) << whole << " / " << part;
                ASSERT_EQ(TextMatcher(part + "r").matches(whole), false) << whole;
            }
        }
    }
}

TEST(TextMatcher, FoldsLettersOfAsciiAndNothingElse)
{
    EXPECT_TRUE(TextMatcher("gemm").matches("cutlass::Kernel<GEMM_128x64>"));
    EXPECT_TRUE(TextMatcher("z").matches("Z"));
    EXPECT_FALSE(TextMatcher("`").matches("@")) << "0x40 and 0x60 differ by the bit of the case";
    EXPECT_FALSE(TextMatcher("@").matches("`"));
    EXPECT_FALSE(TextMatcher("{").matches("["));
    EXPECT_FALSE(TextMatcher("ä").matches("Ä")) << "beyond ASCII byte for byte";
    EXPECT_TRUE(TextMatcher("ä").matches("xÄä"));
    EXPECT_FALSE(TextMatcher("Gemm").matches("gemm"));
}

TEST(TextMatcher, KnowsWhatFollowsFromAnEarlierQuery)
{
    const auto narrows = [](const char* later, const char* earlier) {
        return TextMatcher(later).narrows(TextMatcher(earlier));
    };
    EXPECT_TRUE(narrows("gemm", "gem"));
    EXPECT_TRUE(narrows("a gemm", "gem"));
    EXPECT_TRUE(narrows("GEMM", "gem")) << "minds the case where the earlier one did not";
    EXPECT_TRUE(narrows("xGem", "Ge"));
    EXPECT_FALSE(narrows("gemm", "Gem"));
    EXPECT_FALSE(narrows("gem", "gemm"));
    EXPECT_TRUE(narrows("gem", ""));
}

} // namespace twintrace
