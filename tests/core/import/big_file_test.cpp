// SPDX-License-Identifier: GPL-3.0-or-later
// Files of gigabytes, made by make_big_trace.py; big_files.sh makes them and says where they are.
#include "core/import/load_trace.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <iostream>
#include <thread>

namespace twintrace
{
namespace
{

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

const char* bigTrace()
{
    return std::getenv("TWINTRACE_BIG_TRACE");
}

TEST(BigFile, OpensWithoutLosingAnEvent)
{
    const char* const kernels = std::getenv("TWINTRACE_BIG_KERNELS");
    if (!bigTrace() || !kernels)
        GTEST_SKIP() << "tests/core/import/big_files.sh makes the files for this test.";
    Progress progress;
    const Clock::time_point begin = Clock::now();
    const auto trace = loadTrace(bigTrace(), progress);
    ASSERT_TRUE(trace) << trace.error().message;
    const auto count = std::strtoull(kernels, nullptr, 10);
    std::cout << (*trace)->report.textBytes << " bytes, " << (*trace)->report.events << " events in "
              << secondsSince(begin) << " s, " << (*trace)->ownBytes() / (*trace)->report.events
              << " own bytes an event\n";
    EXPECT_EQ((*trace)->report.events, 2 * count);
    ASSERT_EQ((*trace)->device.size(), count);
    EXPECT_EQ((*trace)->links.size(), count);
    Nanoseconds sum = 0;
    for (const EventId event : (*trace)->device.event)
        sum += (*trace)->duration(event);
    EXPECT_EQ(sum, static_cast<Nanoseconds>(count) * 8000);
    EXPECT_TRUE((*trace)->report.problems.empty());
    EXPECT_EQ(progress.done(), progress.total());
}

TEST(BigFile, IsCancelledWithinASecondAtAnyTime)
{
    if (!bigTrace())
        GTEST_SKIP() << "tests/core/import/big_files.sh makes the files for this test.";
    for (std::chrono::milliseconds delay{50};; delay += delay / 2 + std::chrono::milliseconds(100)) {
        Progress progress;
        auto loading = std::async(std::launch::async, [&] { return loadTrace(bigTrace(), progress); });
        if (loading.wait_for(delay) == std::future_status::ready)
            break; // loaded before it could be cancelled: every stage was tried
        progress.cancel();
        const Clock::time_point begin = Clock::now();
        const auto outcome = loading.get();
        const double seconds = secondsSince(begin);
        std::cout << "cancelled after " << delay.count() << " ms: ended " << seconds << " s later\n";
        EXPECT_LT(seconds, 1.0);
        if (!outcome) {
            EXPECT_EQ(outcome.error().code, ErrorCode::Cancelled);
        }
    }
}

} // namespace
} // namespace twintrace
