// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"
#include "core/timeline/timeline_index.h"
#include "core/timeline/visible_boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <string>

namespace twintrace
{
namespace
{

Tone toneOfLength(EventKind kind, std::string_view name)
{
    return static_cast<Tone>(static_cast<int>(kind) * 8 + static_cast<int>(name.size() % 8));
}

EventId named(const Trace& trace, std::string_view name)
{
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        if (trace.name(EventId(id)) == name)
            return EventId(id);
    }
    return {};
}

TEST(LaneLayout, NestedEventsGoBelowTheirParent)
{
    TraceBuilder builder;
    const TrackId thread = builder.track("1", "1");
    builder.slice(thread, "cpu_op", "outer", 0, 1000);
    builder.slice(thread, "cpu_op", "inner", 100, 200);
    builder.slice(thread, "cpu_op", "leaf", 150, 50);
    builder.slice(thread, "cpu_op", "second", 400, 100);
    const TracePtr trace = builder.freeze();
    const LaneLayout lanes(*trace);
    const TrackId track = trace->trackOf(EventId(0));
    EXPECT_EQ(lanes.laneCount(track), 3);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "outer")), 0);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "inner")), 1);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "leaf")), 2);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "second")), 1);
}

TEST(LaneLayout, OverlapsOnOneStreamTakeALaneOfTheirOwn)
{
    TraceBuilder builder;
    const TrackId track = builder.track("0", "7");
    const StreamId stream = builder.stream("0", "7");
    builder.kernel(track, "first", 0, 100, stream);
    builder.kernel(track, "overlapping", 50, 100, stream);
    builder.kernel(track, "after", 160, 100, stream);
    const TracePtr trace = builder.freeze();
    const LaneLayout lanes(*trace);
    EXPECT_EQ(lanes.laneCount(track), 2);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "first")), 0);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "overlapping")), 1);
    EXPECT_EQ(lanes.laneOf(*trace, track, named(*trace, "after")), 0);
}

TEST(TimelineIndex, UntimedRecordsAreOnNoLane)
{
    TraceBuilder builder;
    const TrackId track = builder.track("0", "7");
    builder.kernel(track, "lost", 0, 0, builder.stream("0", "7"), kNoCorrelation, "kernel", kUntimed);
    builder.kernel(track, "kept", 500, 100, builder.stream("0", "7"));
    const TracePtr trace = builder.freeze();
    const TimelineIndex index(trace, toneOfLength);
    EXPECT_EQ(index.lane(track, 0).size(), 1U);
}

/// A lane of many short events with gaps, and the truth by brute force.
struct ManyEvents {
    TracePtr trace;
    TrackId track;
    explicit ManyEvents(int count, std::uint64_t seed = 1)
    {
        TraceBuilder builder;
        track = builder.track("0", "7");
        const StreamId stream = builder.stream("0", "7");
        std::mt19937_64 random(seed);
        Nanoseconds now = 0;
        for (int i = 0; i < count; ++i) {
            // Now and then a long pause or a long kernel, so that every level of the pyramid has odd members.
            const auto duration = static_cast<Nanoseconds>(random() % (i % 97 == 0 ? 100'000 : 500));
            builder.kernel(track, "k" + std::to_string(random() % 50), now, duration, stream);
            now += duration + static_cast<Nanoseconds>(random() % (i % 53 == 0 ? 50'000 : 300));
        }
        trace = builder.freeze();
    }
};

TEST(VisibleBoxes, CoverTheSamePixelsAsEveryEventDrawnByItself)
{
    const ManyEvents many(20'000);
    const TimelineIndex index(many.trace, toneOfLength);
    const EventLane& lane = index.lane(many.track, 0);
    const TimeWindow whole = index.wholeWindow();
    std::mt19937_64 random(3);
    for (int round = 0; round < 60; ++round) {
        const Nanoseconds length = std::max<Nanoseconds>(whole.duration() >> (random() % 16), 1000);
        const Nanoseconds begin =
            static_cast<Nanoseconds>(random() % std::uint64_t(whole.duration() - length + 1));
        const TimeScale scale({begin, begin + length}, 600);
        LaneBoxes found;
        findVisibleBoxes(*many.trace, lane, index.tones(), scale, found);
        std::vector<bool> drawn(600, false);
        for (int i = 0; i < 600; ++i)
            drawn[std::size_t(i)] = found.strip[std::size_t(i)].longest >= 0;
        for (const TimelineBox& box : found.boxes) {
            for (int i = int(box.left); i < 600 && float(i) < box.left + box.width; ++i)
                drawn[std::size_t(i)] = true;
        }
        for (std::uint32_t id = 0; id < many.trace->events.size(); ++id) {
            const double left = scale.pixelOf(many.trace->begin(EventId(id)));
            const double right = scale.pixelOf(many.trace->end(EventId(id)));
            if (right < 0 || left >= 600 || (right <= 0 && left < 0))
                continue;
            // Nothing that is there may be missing; a summary may move it by less than two pixels.
            bool isThere = false;
            for (int i = std::max(0, int(left) - 2); i <= std::min(599, int(left) + 2); ++i)
                isThere = isThere || drawn[std::size_t(i)];
            ASSERT_TRUE(isThere || left < -2)
                << "event " << id << " at pixel " << left << " of round " << round;
        }
    }
}

TEST(VisibleBoxes, CoverageIsTheBusyShare)
{
    // 1,000 events of 300 ns every 1,000 ns: 30 % busy, whatever the zoom.
    TraceBuilder builder;
    const TrackId track = builder.track("0", "7");
    for (int i = 0; i < 100'000; ++i)
        builder.kernel(track, "k", i * 1000, 300, builder.stream("0", "7"));
    const TracePtr trace = builder.freeze();
    const TimelineIndex index(trace, toneOfLength);
    for (const Nanoseconds length : {100'000'000LL, 10'000'000LL, 1'000'000LL}) {
        LaneBoxes found;
        findVisibleBoxes(*trace, index.lane(track, 0), index.tones(), TimeScale({0, length}, 500), found);
        double sum = 0;
        for (const StripPixel& pixel : found.strip)
            sum += pixel.coverage;
        EXPECT_NEAR(sum / 500, 0.3, 0.01) << length;
        EXPECT_TRUE(found.boxes.empty());
    }
}

TEST(VisibleBoxes, WideEventsAreClippedToTheWindow)
{
    TraceBuilder builder;
    const TrackId track = builder.track("1", "1");
    builder.slice(track, "cpu_op", "wide", 0, 1'000'000);
    const TracePtr trace = builder.freeze();
    const TimelineIndex index(trace, toneOfLength);
    LaneBoxes found;
    findVisibleBoxes(*trace, index.lane(track, 0), index.tones(), TimeScale({1000, 2000}, 300), found);
    ASSERT_EQ(found.boxes.size(), 1U);
    EXPECT_FLOAT_EQ(found.boxes[0].left, 0);
    EXPECT_FLOAT_EQ(found.boxes[0].width, 300);
    EXPECT_TRUE(found.boxes[0].isCutLeft);
    EXPECT_TRUE(found.boxes[0].isCutRight);
    EXPECT_FALSE(found.hasStrip);
}

TEST(VisibleBoxes, AreFewHoweverManyEventsThereAre)
{
    const ManyEvents many(100'000);
    const TimelineIndex index(many.trace, toneOfLength);
    LaneBoxes found;
    findVisibleBoxes(*many.trace, index.lane(many.track, 0), index.tones(),
                     TimeScale(index.wholeWindow(), 1000), found);
    EXPECT_EQ(found.strip.size(), 1000U);
    EXPECT_LE(found.boxes.size(), 1000U / 3);
}

TEST(EventLane, HitTestFindsTheLongestEventOfThePixel)
{
    const ManyEvents many(5'000, 9);
    const TimelineIndex index(many.trace, toneOfLength);
    const EventLane& lane = index.lane(many.track, 0);
    std::mt19937_64 random(5);
    for (int round = 0; round < 500; ++round) {
        const auto begin = static_cast<Nanoseconds>(random() % std::uint64_t(index.wholeWindow().duration()));
        const TimeWindow window{begin, begin + static_cast<Nanoseconds>(1 + random() % 200'000)};
        Nanoseconds longest = -1;
        for (std::uint32_t id = 0; id < many.trace->events.size(); ++id) {
            const Nanoseconds first = many.trace->begin(EventId(id));
            const bool touches =
                first < window.end && (many.trace->end(EventId(id)) > window.begin || first >= window.begin);
            if (touches)
                longest = std::max(longest, many.trace->duration(EventId(id)));
        }
        const EventId found = lane.longestIn(*many.trace, window);
        ASSERT_EQ(found ? many.trace->duration(found) : -1, longest) << round;
    }
}

TEST(TimelineIndex, NarrowedKeepsLanesAndOnlyTheGivenEvents)
{
    const ManyEvents many(1'000);
    const TimelineIndex index(many.trace, toneOfLength);
    const std::vector<std::uint32_t> some = {3, 10, 500, 999};
    const TimelineIndexPtr narrow = index.narrowed(some);
    ASSERT_EQ(narrow->lane(many.track, 0).size(), 4U);
    for (std::uint32_t i = 0; i < 4; ++i)
        EXPECT_EQ(narrow->lane(many.track, 0).idAt(i), some[i]);
    EXPECT_EQ(index.narrowed({})->lane(many.track, 0).size(), 0U);
}

TEST(TimelineIndex, OneAndTwoThreadsGiveTheSame)
{
    const ManyEvents many(3'000);
    const TimelineIndex one(many.trace, toneOfLength, 1);
    const TimelineIndex two(many.trace, toneOfLength, 2);
    const EventLane& a = one.lane(many.track, 0);
    const EventLane& b = two.lane(many.track, 0);
    ASSERT_EQ(a.levelCount(), b.levelCount());
    for (std::size_t level = 0; level < a.levelCount(); ++level) {
        ASSERT_EQ(a.level(level).size(), b.level(level).size());
        for (std::size_t i = 0; i < a.level(level).size(); ++i)
            EXPECT_EQ(a.level(level)[i].event, b.level(level)[i].event);
    }
}

TEST(TimelineIndex, EmptyTraceHasAWindowAndNoLanes)
{
    TraceBuilder builder;
    const TimelineIndex index(builder.freeze(), toneOfLength);
    EXPECT_EQ(index.wholeWindow().duration(), kShortestWindow);
}

TEST(EventTones, AskTheRuleOncePerNameAndCategory)
{
    TraceBuilder builder;
    const TrackId track = builder.track("1", "1");
    for (int i = 0; i < 10; ++i) {
        builder.slice(track, "cpu_op", "same", i * 100, 10);
        builder.slice(track, "user_annotation", "same", i * 100 + 50, 10);
    }
    const TracePtr trace = builder.freeze();
    int asked = 0;
    const EventTones tones(*trace, [&](EventKind kind, std::string_view) {
        ++asked;
        return static_cast<Tone>(kind);
    });
    EXPECT_EQ(asked, 2);
    for (std::uint32_t id = 0; id < trace->events.size(); ++id)
        EXPECT_EQ(tones.of(*trace, EventId(id)), static_cast<Tone>(trace->kind(EventId(id))));
}

} // namespace
} // namespace twintrace
