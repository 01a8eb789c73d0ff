// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

#include <gtest/gtest.h>

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

TEST(StringPool, UnknownTextAndInvalidIds)
{
    StringPool pool;
    EXPECT_FALSE(pool.find("absent"));
    EXPECT_EQ(pool.text(StringId()), "");
    EXPECT_TRUE(pool.intern(""));
}

} // namespace
} // namespace twintrace
