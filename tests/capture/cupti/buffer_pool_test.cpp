// SPDX-License-Identifier: MIT
#include "capture/cupti/buffer_pool.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace twintrace
{
namespace
{

TEST(BufferPool, StaysWithinItsBudgetAndRefusesBeyond)
{
    auto pool = BufferPool::create(256 * 1024, 1024 * 1024);
    ASSERT_TRUE(pool.has_value());
    EXPECT_EQ((*pool)->capacity(), 4U);
    for (int i = 0; i < 4; ++i)
        EXPECT_NE((*pool)->acquire(), nullptr);
    EXPECT_EQ((*pool)->acquire(), nullptr);
    EXPECT_EQ((*pool)->refusals(), 1U);
    EXPECT_EQ((*pool)->mostInUse(), 4U);
    EXPECT_FALSE((*pool)->isIdle());
}

TEST(BufferPool, ABudgetBelowOneBufferStillGivesOne)
{
    auto pool = BufferPool::create(64 * 1024, 1);
    ASSERT_TRUE(pool.has_value());
    EXPECT_EQ((*pool)->capacity(), 1U);
}

TEST(BufferPool, GivesOutZeroedAlignedMemoryAgainAndAgain)
{
    auto pool = BufferPool::create(4096, 4096);
    ASSERT_TRUE(pool.has_value());
    for (int round = 0; round < 3; ++round) {
        std::uint8_t* buffer = (*pool)->acquire();
        ASSERT_NE(buffer, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer) % 8, 0U);
        EXPECT_TRUE(std::all_of(buffer, buffer + 4096, [](std::uint8_t byte) { return byte == 0; }));
        std::fill(buffer, buffer + 100, std::uint8_t{0xAB});
        (*pool)->complete(buffer, 100);
        const auto filled = (*pool)->takeFilled();
        ASSERT_EQ(filled.size(), 1U);
        EXPECT_EQ(filled[0].validBytes, 100U);
        (*pool)->giveBack(filled[0]);
    }
    EXPECT_TRUE((*pool)->isIdle());
}

TEST(BufferPool, ABufferIsReadOnceEvenWhenItComesBackTwice)
{
    auto pool = BufferPool::create(4096, 8192);
    std::uint8_t* buffer = (*pool)->acquire();
    (*pool)->complete(buffer, 10);
    (*pool)->complete(buffer, 10);     // again
    (*pool)->complete(buffer + 8, 10); // not the begin of a buffer
    std::uint8_t other = 0;
    (*pool)->complete(&other, 1); // somebody else's
    EXPECT_EQ((*pool)->takeFilled().size(), 1U);
    EXPECT_EQ((*pool)->foreignBuffers(), 3U);
    EXPECT_TRUE((*pool)->takeFilled().empty());
}

} // namespace
} // namespace twintrace
