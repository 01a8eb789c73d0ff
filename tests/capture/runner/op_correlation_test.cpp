// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/op_correlation.h"

#include <gtest/gtest.h>

#include <map>

namespace twintrace
{
namespace
{

OpRecord op(std::uint64_t handle, Nanoseconds begin, Nanoseconds end, std::uint32_t thread = 1)
{
    OpRecord record;
    record.handle = handle;
    record.begin = begin;
    record.end = end;
    record.thread = thread;
    return record;
}

CallRecord call(std::uint32_t correlation, Nanoseconds begin, std::uint32_t thread = 1)
{
    CallRecord record;
    record.correlation = correlation;
    record.begin = begin;
    record.end = begin + 1;
    record.thread = thread;
    return record;
}

TEST(OpCorrelation, ACallBelongsToTheInnermostOpOfItsThread)
{
    const std::vector<OpRecord> ops{op(1, 10, 100), op(2, 20, 40), op(9, 25, 35, 2), op(3, 50, 0),
                                    op(4, 200, 210)};
    GpuRecords records;
    records.calls = {call(60, 60), call(5, 5),     call(15, 15),  call(30, 30),
                     call(45, 45), call(150, 150), call(205, 205)};
    records.calls.push_back(call(31, 30, 2));
    records.calls.push_back(call(32, 30, 3));
    tieCallsToOps(records, ops);
    std::map<std::uint32_t, std::uint64_t> found;
    for (const ExternalRecord& external : records.externals)
        found[external.correlation] = external.externalId;
    // Op 3 was still running when recording stopped, so what came later on its thread lies in it, or in op 4
    // inside it.
    EXPECT_EQ(found, (std::map<std::uint32_t, std::uint64_t>{
                         {15, 1}, {30, 2}, {45, 1}, {60, 3}, {150, 3}, {205, 4}, {31, 9}}));
}

} // namespace
} // namespace twintrace
