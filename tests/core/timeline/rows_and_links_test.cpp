// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"
#include "core/timeline/event_summary.h"
#include "core/timeline/hit_list.h"
#include "core/timeline/range_summary.h"
#include "core/timeline/row_layout.h"
#include "core/timeline/selection_links.h"
#include "core/timeline/twin_anchors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace twintrace
{
namespace
{

/// Two threads and a stream; one graph launch with three kernels, one plain launch.
struct Sample {
    TracePtr trace;
    TrackId main, worker, stream;

    Sample()
    {
        TraceBuilder builder;
        main = builder.track("1", "10");
        worker = builder.track("1", "11");
        stream = builder.track("0", "7");
        const StreamId queue = builder.stream("0", "7");
        builder.slice(main, "user_annotation", "ProfilerStep#1", 0, 10'000);
        builder.slice(main, "cpu_op", "aten::mm", 100, 2'000);
        builder.launch(main, "cuda_runtime", "cudaLaunchKernel", 300, 500, 1);
        builder.launch(main, "cuda_runtime", "cudaGraphLaunch", 4'000, 1'000, 2);
        builder.slice(worker, "cpu_op", "Worker<int> & co", 50, 500);
        builder.kernel(stream, "gemm_0", 2'000, 1'000, queue, 1);
        builder.kernel(stream, "fused_1", 6'000, 500, queue, 2);
        builder.kernel(stream, "fused_2", 6'700, 500, queue, 2);
        builder.kernel(stream, "gemm_3", 7'500, 500, queue, 2);
        trace = builder.freeze();
    }
    [[nodiscard]] EventId named(std::string_view name) const
    {
        for (std::uint32_t id = 0; id < trace->events.size(); ++id) {
            if (trace->name(EventId(id)) == name)
                return EventId(id);
        }
        return {};
    }
    [[nodiscard]] RowLayout rows(const RowOptions& options) const
    {
        return layoutRows(
            *trace, [](TrackId) { return std::uint16_t(2); }, options);
    }
};

TEST(RowLayout, RowsFollowEachOtherWithoutOverlap)
{
    const Sample sample;
    const RowLayout layout = sample.rows({});
    double bottom = 0;
    int tracks = 0;
    for (const Row& row : layout.scrolled) {
        EXPECT_GE(row.top, bottom);
        bottom = row.top + row.height;
        tracks += row.kind == RowKind::Track;
        EXPECT_EQ(rowAt(layout.scrolled, row.top), &row);
        EXPECT_EQ(rowAt(layout.scrolled, row.top + row.height - 0.01), &row);
    }
    EXPECT_EQ(tracks, 3);
    EXPECT_GE(layout.scrolledHeight, bottom);
    EXPECT_EQ(rowAt(layout.scrolled, -1), nullptr);
    EXPECT_EQ(rowAt(layout.scrolled, bottom + 100), nullptr);
}

TEST(RowLayout, PinHideFoldFilterAndMove)
{
    const Sample sample;
    RowOptions options;
    options.pinned = {sample.stream};
    RowLayout layout = sample.rows(options);
    ASSERT_EQ(layout.pinned.size(), 1U);
    EXPECT_EQ(layout.find(sample.stream), &layout.pinned[0]);

    options = {};
    options.hidden = {sample.worker};
    layout = sample.rows(options);
    EXPECT_EQ(layout.find(sample.worker), nullptr);
    EXPECT_EQ(layout.hiddenCount, 1U);

    options = {};
    options.collapsedTracks = {sample.main};
    EXPECT_EQ(sample.rows(options).find(sample.main)->laneCount, 1);

    options = {};
    options.collapsedProcesses = {sample.trace->tracks[sample.main.value()].process};
    layout = sample.rows(options);
    EXPECT_EQ(layout.find(sample.main), nullptr);
    EXPECT_NE(layout.find(sample.stream), nullptr);

    options = {};
    options.filter = "THREAD 11";
    layout = sample.rows(options);
    EXPECT_NE(layout.find(sample.worker), nullptr) << "case does not matter";
    EXPECT_EQ(layout.find(sample.main), nullptr);

    const bool mainIsFirst =
        sample.rows({}).find(sample.main)->top < sample.rows({}).find(sample.worker)->top;
    const TrackId upper = mainIsFirst ? sample.main : sample.worker;
    const TrackId lower = mainIsFirst ? sample.worker : sample.main;
    options = movedTrack(*sample.trace, {}, upper, 1);
    layout = sample.rows(options);
    EXPECT_LT(layout.find(lower)->top, layout.find(upper)->top);
    EXPECT_EQ(movedTrack(*sample.trace, options, lower, -1), options) << "the first one stays first";
}

TEST(HitList, StepsInTheOrderOfTimeOverAllTracks)
{
    const Sample sample;
    const Trace& trace = *sample.trace;
    std::vector<std::uint32_t> all(trace.events.size());
    for (std::uint32_t id = 0; id < all.size(); ++id)
        all[id] = id;
    const HitList hits(trace, all);
    std::vector<std::uint32_t> wanted = all;
    std::sort(wanted.begin(), wanted.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(trace.events.begin[a], a) < std::pair(trace.events.begin[b], b);
    });
    EventId at = hits.firstFrom(trace, std::numeric_limits<Nanoseconds>::min());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_EQ(at.value(), wanted[i]);
        EXPECT_EQ(hits.ordinal(trace, at), i);
        const EventId next = hits.next(trace, at);
        EXPECT_EQ(hits.previous(trace, next), at);
        at = next;
    }
    EXPECT_EQ(at.value(), wanted.front()) << "wraps around";
    EXPECT_FALSE(HitList(trace, {}).firstFrom(trace, 0).isValid());
}

TEST(Links, OneGraphLaunchPointsToEachOfItsKernels)
{
    const Sample sample;
    const std::vector<EventLink> links = linksOf(*sample.trace, sample.named("cudaGraphLaunch"));
    ASSERT_EQ(links.size(), 3U);
    EXPECT_EQ(links[0].to, sample.named("fused_1"));
    EXPECT_EQ(links[2].to, sample.named("gemm_3"));
    EXPECT_EQ(linksOf(*sample.trace, sample.named("gemm_0")),
              (std::vector<EventLink>{{sample.named("cudaLaunchKernel"), sample.named("gemm_0"), true}}));
    EXPECT_EQ(linksOf(*sample.trace, sample.named("aten::mm")).size(), 1U) << "an op: the launches inside it";
    EXPECT_EQ(linksOf(*sample.trace, sample.named("ProfilerStep#1")).size(), 4U);
    EXPECT_EQ(linksOf(*sample.trace, sample.named("ProfilerStep#1"), 2).size(), 2U);
    EXPECT_TRUE(linksOf(*sample.trace, EventId()).empty());
}

TEST(Links, AreFollowedBothWays)
{
    const Sample sample;
    const Trace& trace = *sample.trace;
    EXPECT_EQ(followForward(trace, sample.named("cudaGraphLaunch")), sample.named("fused_1"));
    EXPECT_EQ(followForward(trace, sample.named("fused_1")), sample.named("fused_2"));
    EXPECT_FALSE(followForward(trace, sample.named("gemm_3")).isValid());
    EXPECT_EQ(followBackward(trace, sample.named("gemm_3")), sample.named("cudaGraphLaunch"));
    EXPECT_EQ(nextSlice(trace, sample.named("fused_1")), sample.named("fused_2"));
    EXPECT_EQ(previousSlice(trace, sample.named("fused_1")), sample.named("gemm_0"));
    EXPECT_FALSE(previousSlice(trace, sample.named("gemm_0")).isValid());
    EXPECT_EQ(firstChild(trace, sample.named("aten::mm")), sample.named("cudaLaunchKernel"));
}

TEST(EventSummary, HandComputed)
{
    const Sample sample;
    const EventSummary op = summarizeEvent(*sample.trace, sample.named("aten::mm"));
    EXPECT_EQ(op.total, 2'000);
    EXPECT_EQ(op.self, 1'500);
    EXPECT_EQ(op.launchedCount, 1U);
    EXPECT_EQ(op.launchedSum, 1'000);
    ASSERT_EQ(op.ancestors.size(), 1U);
    const EventSummary kernel = summarizeEvent(*sample.trace, sample.named("gemm_0"));
    EXPECT_EQ(kernel.launchToStart, 1'700);
    EXPECT_EQ(kernel.launchDelay, 1'200);
    ASSERT_EQ(kernel.opStack.size(), 2U);
    EXPECT_EQ(kernel.opStack.back(), sample.named("aten::mm"));
    const EventSummary graph = summarizeEvent(*sample.trace, sample.named("cudaGraphLaunch"));
    EXPECT_EQ(graph.launchedCount, 3U);
    EXPECT_EQ(graph.launchedUnion, 1'500);
    EXPECT_EQ(summarizeEvent(*sample.trace, sample.named("fused_2")).gapBefore, 200);
}

TEST(RangeSummary, HandComputed)
{
    const Sample sample;
    TimelineMarks marks;
    marks.gaps = {{sample.stream, {3'000, 6'000}, MarkCause::HostWait},
                  {sample.stream, {7'200, 7'500}, MarkCause::KernelWait}};
    Progress progress;
    const RangeSummary range = summarizeRange(*sample.trace, marks, {2'500, 7'000}, {}, progress);
    EXPECT_EQ(range.kernels.count, 3U);
    EXPECT_EQ(range.kernels.sum, 500 + 500 + 300);
    EXPECT_EQ(range.busyUnion, 1'300);
    EXPECT_NEAR(range.busyShare, 1'300.0 / 4'500, 1e-12);
    EXPECT_EQ(range.launches.count, 1U);
    EXPECT_EQ(range.gaps[0].count, 1U);
    EXPECT_EQ(range.gaps[0].sum, 3'000);
    EXPECT_EQ(range.gaps[1].count, 0U);
    ASSERT_FALSE(range.topNames.empty());
    EXPECT_EQ(range.topNames.front().totals.sum, 500);
    const RangeSummary empty = summarizeRange(*sample.trace, marks, {20'000, 20'000}, {}, progress);
    EXPECT_EQ(empty.all.count, 0U);
    EXPECT_EQ(empty.busyShare, 0);
}

TEST(Gaps, TheNextOneOfASizeInBothDirections)
{
    TimelineMarks marks;
    for (int i = 0; i < 1000; ++i)
        marks.gaps.push_back({TrackId(0), {i * 1000, i * 1000 + (i % 10 == 0 ? 500 : 5)}, MarkCause::Other});
    EXPECT_EQ(nextGap(marks, 0, 100, true)->window.begin, 10'000);
    EXPECT_EQ(nextGap(marks, 10'000, 100, false)->window.begin, 0);
    EXPECT_EQ(nextGap(marks, 0, 100'000, true), nullptr);
    const GapIndex index(marks.gaps);
    std::vector<Nanoseconds> seen;
    index.visit(TrackId(0), {5'000, 31'000}, 100,
                [&](const GapMark& gap) { seen.push_back(gap.window.begin); });
    EXPECT_EQ(seen, (std::vector<Nanoseconds>{10'000, 20'000, 30'000}));
    seen.clear();
    index.visit(TrackId(1), {0, 31'000}, 0, [&](const GapMark& gap) { seen.push_back(gap.window.begin); });
    EXPECT_TRUE(seen.empty());
}

TEST(TwinAnchors, NamesAndFirstKernels)
{
    const Sample one;
    const Sample other;
    EXPECT_EQ(firstKernelWindow(*one.trace)->begin, 2'000);
    EXPECT_EQ(annotationWindow(*one.trace, "ProfilerStep#1")->end, 10'000);
    EXPECT_FALSE(annotationWindow(*one.trace, "no such"));
    EXPECT_EQ(commonAnnotations(*one.trace, *other.trace).size(), 1U);
    EXPECT_EQ(sameNamedEvent(*one.trace, one.named("fused_2"), *other.trace), other.named("fused_2"));
}

} // namespace
} // namespace twintrace
