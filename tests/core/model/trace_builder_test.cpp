// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"

#include <gmock/gmock.h>

namespace twintrace
{
namespace
{

using testing::ElementsAre;

std::vector<std::string> namesOf(const Trace& trace, EventRange range)
{
    std::vector<std::string> names;
    for (std::uint32_t i = range.first; i < range.last; ++i)
        names.emplace_back(trace.name(EventId(i)));
    return names;
}

TEST(TraceBuilder, SortsByBeginThenLongerFirstThenFileOrder)
{
    TraceBuilder builder;
    const TrackId thread = builder.track("1", "1");
    builder.slice(thread, "cpu_op", "child", 100, 10);
    builder.slice(thread, "cpu_op", "parent", 100, 20);
    builder.slice(thread, "cpu_op", "alpha", 50, 5);
    builder.slice(thread, "cpu_op", "beta", 50, 5);
    const TracePtr trace = builder.freeze();
    EXPECT_THAT(namesOf(*trace, trace->tracks[0].events), ElementsAre("alpha", "beta", "parent", "child"));
    EXPECT_THAT(trace->events.depth, ElementsAre(0, 1, 0, 1));
    EXPECT_EQ(trace->events.parent[3], EventId(2));
    EXPECT_FALSE(trace->events.parent[2]);
}

TEST(TraceBuilder, MergesManyInterleavedRuns)
{
    TraceBuilder builder;
    const TrackId thread = builder.track("1", "1");
    for (int run = 0; run < 7; ++run) {
        for (int i = 0; i < 50; ++i)
            builder.slice(thread, "cpu_op", std::to_string(i * 7 + run), i * 7 + run, 1);
    }
    const TracePtr trace = builder.freeze();
    for (std::uint32_t i = 0; i < trace->events.size(); ++i) {
        EXPECT_EQ(trace->begin(EventId(i)), i);
        EXPECT_EQ(trace->name(EventId(i)), std::to_string(i));
    }
}

TEST(TraceBuilder, CrossingSlicesTakeTheFirstFreeLane)
{
    TraceBuilder builder;
    const TrackId stream = builder.track("0", "7");
    builder.slice(stream, "kernel", "k1", 0, 10);
    builder.slice(stream, "kernel", "k2", 9, 11);
    builder.slice(stream, "kernel", "k3", 19, 11);
    builder.slice(stream, "kernel", "k4", 40, 5);
    const TracePtr trace = builder.freeze();
    EXPECT_THAT(trace->events.depth, ElementsAre(0, 1, 0, 0));
    EXPECT_TRUE(trace->has(EventId(1), kCrossesParent));
    EXPECT_TRUE(trace->has(EventId(2), kCrossesParent));
    EXPECT_FALSE(trace->has(EventId(3), kCrossesParent));
    EXPECT_EQ(trace->tracks[0].depthCount, 2);
}

TEST(TraceBuilder, CrossingSliceKeepsTheParentThatEnclosesIt)
{
    TraceBuilder builder;
    const TrackId thread = builder.track("1", "1");
    builder.slice(thread, "cpu_op", "outer", 0, 100);
    builder.slice(thread, "cpu_op", "inner", 10, 20);
    builder.slice(thread, "cpu_op", "crossing", 20, 30);
    builder.slice(thread, "cpu_op", "child", 40, 5);
    const TracePtr trace = builder.freeze();
    EXPECT_EQ(trace->events.parent[2], EventId(0));
    EXPECT_EQ(trace->events.depth[2], 2);
    EXPECT_EQ(trace->events.parent[3], EventId(2));
    EXPECT_EQ(trace->events.depth[3], 3);
}

TEST(TraceBuilder, LinksKernelsToTheirLaunch)
{
    TraceBuilder builder;
    const TrackId stream = builder.track("0", "7");
    const StreamId queue = builder.stream("0", "7");
    const TrackId thread = builder.track("1", "1");
    builder.kernel(stream, "late", 300, 10, queue, 7);
    builder.kernel(stream, "early", 200, 10, queue, 7);
    builder.kernel(stream, "orphan", 400, 10, queue, 9);
    builder.launch(thread, "cuda_runtime", "cudaGraphLaunch", 100, 10, 7);
    builder.launch(thread, "cuda_runtime", "cudaLaunchKernel", 120, 10, 8);
    const TracePtr trace = builder.freeze();
    const EventId graph = trace->launches.event[0];
    EXPECT_EQ(trace->name(graph), "cudaGraphLaunch");
    ASSERT_EQ(trace->links.launchedBy(graph).size(), 2U);
    EXPECT_EQ(trace->name(trace->links.launchedBy(graph)[0]), "early");
    EXPECT_EQ(trace->links.launchOf(trace->device.event[0]), graph);
    EXPECT_FALSE(trace->links.launchOf(trace->device.event[2]));
    EXPECT_EQ(trace->links.size(), 2U);
    EXPECT_EQ(trace->tracks[0].kind, TrackKind::Stream);
    EXPECT_EQ(trace->trackTitle(TrackId(0)), "GPU 0 / stream 7");
    EXPECT_EQ(trace->trackOf(graph), TrackId(1));
}

TEST(TraceBuilder, OrdersTracksBySortIndexAndDropsEmptyOnes)
{
    TraceBuilder builder;
    const TrackId first = builder.track("1", "1");
    builder.track("1", "empty");
    const TrackId second = builder.track("2", "2");
    builder.at(builder.process("1")).sortIndex = 5;
    builder.slice(first, "cpu_op", "a", 0, 1);
    builder.slice(second, "cpu_op", "b", 0, 1);
    const TracePtr trace = builder.freeze();
    ASSERT_EQ(trace->tracks.size(), 2U);
    EXPECT_EQ(trace->text(trace->tracks[0].key), "2");
}

TEST(TraceBuilder, MovesTheOriginToTheFirstWholeMicrosecond)
{
    TraceBuilder builder;
    builder.slice(builder.track("1", "1"), "cpu_op", "a", -1500, 100);
    builder.kernel(builder.track("0", "7"), "lost", 0, 0, builder.stream("0", "7"), 1, "kernel", kUntimed);
    const TracePtr trace = builder.freeze(1, false);
    EXPECT_EQ(trace->metadata.originMicroseconds, -2);
    EXPECT_EQ(trace->span().begin, 500);
    EXPECT_EQ(trace->span().end, 600);
}

TEST(TraceBuilder, AnEmptyTraceHasZeroFigures)
{
    TraceBuilder builder;
    const TracePtr trace = builder.freeze();
    EXPECT_EQ(trace->span().begin, 0);
    EXPECT_EQ(trace->span().end, 0);
    EXPECT_EQ(trace->events.size(), 0U);
}

} // namespace
} // namespace twintrace
