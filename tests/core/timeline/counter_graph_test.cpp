// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace_builder.h"
#include "core/timeline/counter_graph.h"
#include "core/timeline/row_layout.h"
#include "core/timeline/row_titles.h"
#include "core/timeline/timeline_index.h"
#include "core/timeline/timeline_marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace twintrace
{
namespace
{

CounterGraph graphOf(CounterSeries series)
{
    return {ProcessId(0), "graph", std::make_shared<CounterSeries>(std::move(series))};
}

/// What columns() must give, sample by sample.
CounterColumn readOneByOne(const CounterSeries& series, Nanoseconds begin, Nanoseconds end)
{
    CounterColumn column;
    for (std::size_t i = 0; i < series.time.size() && series.time[i] < end; ++i) {
        const bool isBefore = series.time[i] <= begin;
        if (isBefore || !column.hasValue)
            column = {series.value[i], series.value[i], true};
        column.low = std::min(column.low, series.value[i]);
        column.high = std::max(column.high, series.value[i]);
    }
    return column;
}

/// A trace of the profiler with memory records, as Kineto writes them.
TracePtr memoryTrace()
{
    TraceBuilder builder;
    const TrackId thread = builder.track("485", "485");
    const TrackId stream = builder.track("0", "7");
    builder.slice(thread, "cpu_op", "aten::mm", 0, 100);
    builder.kernel(stream, "gemm", 10, 50, builder.stream("0", "7"));
    builder.slice(builder.track("Spans", "PyTorch Profiler"), "Trace", "PyTorch Profiler (0)", 0, 200);
    builder.instant(builder.track("Traces", "Trace PyTorch Profiler"), "", "Iteration Start", 0);
    builder.instant(builder.track("", ""), "", "Record Window End", 200);
    builder.instant(thread, "cpu_instant_event", "[memory]", 20);
    builder.instant(thread, "cpu_instant_event", "[memory]", 40);
    builder.instant(thread, "cpu_instant_event", "checkpoint", 50);
    StagedBatch batch;
    batch.memory = {{20, 1000, 4096, true, 0}, {40, 3000, 4096, true, 0}, {30, 8, 0, false, -1}};
    builder.add(std::move(batch));
    return builder.freeze();
}

const Row* rowOf(const RowLayout& layout, const std::string& title)
{
    const auto found = std::ranges::find(layout.scrolled, title, &Row::title);
    return found == layout.scrolled.end() ? nullptr : &*found;
}

} // namespace

TEST(CounterGraph, ColumnsAreWhatTheSamplesSay)
{
    std::mt19937 random(7);
    CounterSeries series;
    Nanoseconds time = 1'000;
    for (int i = 0; i < 5'000; ++i) {
        time += static_cast<Nanoseconds>(random() % 40);
        series.time.push_back(time);
        series.value.push_back(double(random() % 1000) - 300);
    }
    const CounterGraph graph = graphOf(series);
    for (const TimeWindow window :
         {TimeWindow{0, time + 1'000}, {5'000, 5'300}, {0, 1'500}, {40'000, 90'000}}) {
        const TimeScale scale(window, 173);
        const std::vector<CounterColumn> columns = graph.columns(scale);
        ASSERT_EQ(columns.size(), 173U);
        for (int i = 0; i < 173; ++i) {
            const Nanoseconds begin = i == 0 ? window.begin : scale.timeAt(i) - 1;
            const CounterColumn wanted = readOneByOne(series, begin, scale.timeAt(i + 1));
            const CounterColumn& column = columns[std::size_t(i)];
            ASSERT_EQ(column.hasValue, wanted.hasValue) << "pixel " << i;
            ASSERT_EQ(column.low, wanted.low) << "pixel " << i;
            ASSERT_EQ(column.high, wanted.high) << "pixel " << i;
        }
    }
}

TEST(CounterGraph, KeepsItsValueUntilTheNextSample)
{
    const CounterGraph graph = graphOf({ProcessId(0), StringId(), StringId(), {10, 20}, {5, -3}});
    EXPECT_FALSE(graph.valueAt(9));
    EXPECT_EQ(graph.valueAt(10), 5);
    EXPECT_EQ(graph.valueAt(19), 5);
    EXPECT_EQ(graph.valueAt(1'000), -3);
    EXPECT_EQ(graph.least(), -3);
    EXPECT_EQ(graph.most(), 5);
    EXPECT_EQ(graphOf({}).most(), 0);
    EXPECT_FALSE(graphOf({}).columns(TimeScale({0, 10}, 5))[0].hasValue);
}

TEST(CounterGraph, MemoryRecordsAreGraphsOfTheirDevice)
{
    const TracePtr trace = memoryTrace();
    const std::vector<CounterGraph> graphs = counterGraphs(trace);
    ASSERT_EQ(graphs.size(), 3U);
    EXPECT_EQ(graphs[0].title(), "CPU memory · allocated");
    EXPECT_EQ(trace->text(trace->processes[graphs[0].process().value()].key), "485");
    EXPECT_EQ(graphs[1].title(), "GPU 0 memory · allocated");
    EXPECT_EQ(trace->text(trace->processes[graphs[1].process().value()].key), "0");
    EXPECT_EQ(graphs[1].most(), 3000);
    EXPECT_EQ(graphs[1].valueAt(25), 1000);
    EXPECT_EQ(graphs[2].title(), "GPU 0 memory · reserved");
    EXPECT_EQ(graphs[2].unit(), CounterUnit::Bytes);
}

TEST(CounterGraph, MemoryRecordsAreNoInstantsOfTheRows)
{
    const TracePtr trace = memoryTrace();
    const TimelineIndex index(trace, [](EventKind, std::string_view) { return Tone(0); });
    const TrackId thread = trace->trackOf(EventId(0));
    ASSERT_EQ(index.instants(thread).size(), 1U);
    EXPECT_EQ(trace->text(trace->instants.name[index.instants(thread)[0]]), "checkpoint");
    EXPECT_EQ(index.narrowed({})->instants(thread).size(), 1U);
    EXPECT_EQ(index.counters().size(), 3U);
}

TEST(Rows, TheProfilersOwnAreNamedFoldedAndLast)
{
    const TracePtr trace = memoryTrace();
    const std::vector<CounterGraph> graphs = counterGraphs(trace);
    ExtraRows extra;
    extra.graphs = graphs;
    extra.compileProcess = trace->tracks[trace->trackOf(EventId(0)).value()].process;
    extra.compileTitle = "1 recompile";
    const auto oneLane = [](TrackId) { return std::uint16_t(1); };
    const RowLayout layout = layoutRows(*trace, oneLane, initialRows(*trace), extra);
    std::vector<std::string> titles;
    for (const Row& row : layout.scrolled)
        titles.push_back(row.title);
    EXPECT_EQ(titles,
              (std::vector<std::string>{"process 485", "1 recompile", "thread 485", "CPU memory · allocated",
                                        "process 0", "GPU 0 / stream 7", "GPU 0 memory · allocated",
                                        "GPU 0 memory · reserved", "Spans", "Traces", "(unnamed process)"}));
    EXPECT_TRUE(rowOf(layout, "Spans")->isCollapsed);
    const RowLayout open = layoutRows(*trace, oneLane, {}, extra);
    EXPECT_NE(rowOf(open, "PyTorch Profiler"), nullptr) << "names stand for themselves, without 'thread'";
    EXPECT_NE(rowOf(open, "(unnamed thread)"), nullptr);
    RowOptions filtered;
    filtered.filter = "memory";
    EXPECT_NE(rowOf(layoutRows(*trace, oneLane, filtered, extra), "CPU memory · allocated"), nullptr);
}

TEST(CompileMarks, AreCountedAndSteppedThrough)
{
    using Kind = CompileMark::Kind;
    std::vector<CompileMark> marks(3);
    marks[0].window = {10, 20};
    for (std::size_t i = 1; i < marks.size(); ++i) {
        marks[i].kind = Kind::GraphBreak;
        marks[i].window = {static_cast<Nanoseconds>(20 * i + 10), static_cast<Nanoseconds>(20 * i + 15)};
    }
    EXPECT_EQ(countText(marks), "2 graph breaks, 1 compile");
    EXPECT_EQ(countText({}), "");
    EXPECT_EQ(nextMark(marks, 10, true), &marks[1]);
    EXPECT_EQ(nextMark(marks, 50, true), &marks[0]) << "wraps around";
    EXPECT_EQ(nextMark(marks, 30, false), &marks[0]);
    EXPECT_EQ(nextMark(marks, 10, false), &marks[2]);
    EXPECT_EQ(nextMark({}, 0, true), nullptr);
}

} // namespace twintrace
