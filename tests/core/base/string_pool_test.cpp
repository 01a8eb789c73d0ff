// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace twintrace
{
namespace
{

TEST(StringPool, TheSameTextGivesTheSameId)
{
    StringPool pool;
    const StringId first = pool.intern("aten::mm");
    EXPECT_EQ(pool.intern(std::string("aten::") + "mm"), first);
    EXPECT_NE(pool.intern("aten::bmm"), first);
    EXPECT_EQ(pool.text(first), "aten::mm");
    EXPECT_EQ(pool.size(), 2U);
}

TEST(StringPool, ViewsStayGoodWhileThePoolGrows)
{
    StringPool pool;
    const std::string_view kept = pool.text(pool.intern("a"));
    for (int i = 0; i < 10000; ++i)
        pool.intern(std::to_string(i));
    EXPECT_EQ(kept, "a");
    EXPECT_EQ(pool.text(pool.find("9999")), "9999");
}

TEST(StringPool, TextsLongerThanABlockKeepTheirPlace)
{
    StringPool pool;
    const StringId before = pool.intern("before");
    const std::string text(3'000'000, 'x');
    const StringId kept = pool.intern(text);
    const StringId after = pool.intern("after");
    EXPECT_EQ(pool.text(before), "before");
    EXPECT_EQ(pool.text(kept), text);
    EXPECT_EQ(pool.text(after), "after");
    EXPECT_GE(pool.bytes(), text.size());
}

TEST(StringPool, TextsLieOneBehindTheOther)
{
    StringPool pool;
    const std::string_view first = pool.text(pool.intern("first"));
    EXPECT_EQ(pool.text(pool.intern("second")).data(), first.data() + first.size());
}

TEST(StringPool, APoolThatWasMovedFromTakesTextsAgain)
{
    StringPool pool;
    pool.intern("one");
    const StringPool other = std::move(pool);
    pool = StringPool();
    EXPECT_EQ(pool.text(pool.intern("two")), "two");
    EXPECT_EQ(other.text(StringId(0)), "one");
}

TEST(StringPool, UnknownTextAndInvalidIds)
{
    StringPool pool;
    EXPECT_FALSE(pool.find("absent"));
    EXPECT_EQ(pool.text(StringId()), "");
    EXPECT_TRUE(pool.intern(""));
}

} // namespace
} // namespace twintrace
