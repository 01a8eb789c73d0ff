// SPDX-License-Identifier: MIT
#include "capture/cupti/call_log.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace twintrace
{
namespace
{

CallRecord numbered(std::uint32_t correlation)
{
    CallRecord call;
    call.correlation = correlation;
    return call;
}

TEST(CallLog, KeepsWhatFitsAndCountsTheRest)
{
    CallLog log(4);
    for (std::uint32_t i = 0; i < 6; ++i)
        log.add(numbered(i));
    EXPECT_EQ(log.dropped(), 2U);
    std::vector<CallRecord> calls;
    log.takeInto(calls);
    ASSERT_EQ(calls.size(), 4U);
    EXPECT_EQ(calls[3].correlation, 3U);
    log.add(numbered(9)); // there is room again
    calls.clear();
    log.takeInto(calls);
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls[0].correlation, 9U);
    EXPECT_EQ(log.dropped(), 2U);
}

TEST(CallLog, ManyThreadsLoseAndDoubleNothing)
{
    constexpr std::uint32_t kThreads = 4;
    constexpr std::uint32_t kEach = 50'000;
    CallLog log(1024);
    std::vector<CallRecord> calls;
    std::atomic<std::uint32_t> running{kThreads};
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&log, &running, t] {
            for (std::uint32_t i = 0; i < kEach; ++i)
                log.add(numbered(t * kEach + i));
            --running;
        });
    }
    while (running > 0)
        log.takeInto(calls);
    for (std::thread& thread : threads)
        thread.join();
    log.takeInto(calls);
    EXPECT_EQ(calls.size() + log.dropped(), std::size_t{kThreads} * kEach);
    std::set<std::uint32_t> different;
    for (const CallRecord& call : calls)
        different.insert(call.correlation);
    EXPECT_EQ(different.size(), calls.size());
}

} // namespace
} // namespace twintrace
