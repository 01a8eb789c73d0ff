// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the timeline on a QImage of 1920x1080 with the painter of the screen, for 10 thousand and 10
// million events in 60 rows; hit test and search on 10 million. A real trace (TWINTRACE_BENCH_TRACE) is tiled
// to the same sizes.
#include "core/import/load_trace.h"
#include "core/timeline/name_search.h"
#include "tests/bench/big_trace.h"
#include "views/timeline/event_tone_rule.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_search.h"

#include <QEventLoop>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>

namespace twintrace
{
namespace
{

struct Stage {
    TimelineScene scene;
    TimelinePainter painter;
    QImage image{1920, 1080, QImage::Format_ARGB32_Premultiplied};

    explicit Stage(const TracePtr& trace)
    {
        scene.index = std::make_shared<TimelineIndex>(trace, timelineTone);
        scene.rows = layoutRows(*trace, [this](TrackId id) { return scene.index->laneCount(id); }, {});
        scene.limits = scene.index->wholeWindow();
        scene.window = scene.limits;
        scene.overview = scene.limits;
        scene.title = QStringLiteral("benchmark");
    }

    void frame()
    {
        QPainter canvas(&image);
        painter.paint(canvas, image.size(), scene);
    }
};

Stage& stageOf(std::int64_t events)
{
    static std::map<std::int64_t, std::unique_ptr<Stage>> stages;
    std::unique_ptr<Stage>& stage = stages[events];
    if (!stage)
        stage = std::make_unique<Stage>(makeBigTrace(static_cast<std::uint32_t>(events)));
    return *stage;
}

Stage* tiledStage(std::int64_t events)
{
    static std::map<std::int64_t, std::unique_ptr<Stage>> stages;
    const char* file = std::getenv("TWINTRACE_BENCH_TRACE");
    if (file == nullptr)
        return nullptr;
    std::unique_ptr<Stage>& stage = stages[events];
    if (!stage) {
        Progress progress;
        const Result<TracePtr> trace = loadTrace(file, progress);
        if (!trace)
            return nullptr;
        stage = std::make_unique<Stage>(tileTrace(**trace, static_cast<std::uint32_t>(events)));
    }
    return stage.get();
}

/// Frames of a window of this length in the middle, each moved by a pixel, so that no frame repeats the one
/// before.
void runFrames(benchmark::State& state, Stage& stage, double share, Nanoseconds length)
{
    const TimeWindow whole = stage.scene.limits;
    if (length == 0)
        length = static_cast<Nanoseconds>(double(whole.duration()) * share);
    const Nanoseconds room = whole.duration() - length;
    const Nanoseconds pixel = std::max<Nanoseconds>(length / 1744, 1);
    Nanoseconds moved = 0;
    for (auto step : state) {
        (void)step;
        const Nanoseconds begin =
            whole.begin + room / 2 + (room > 0 ? moved % std::max<Nanoseconds>(room / 4, 1) : 0);
        stage.scene.window = {begin, begin + length};
        stage.frame();
        moved += pixel;
    }
    state.counters["rows"] = static_cast<double>(stage.scene.rows.scrolled.size());
}

void frame_all(benchmark::State& state)
{
    runFrames(state, stageOf(state.range(0)), 1.0, 0);
}
void frame_1pct(benchmark::State& state)
{
    runFrames(state, stageOf(state.range(0)), 0.01, 0);
}
void frame_1us(benchmark::State& state)
{
    runFrames(state, stageOf(state.range(0)), 0, 1000);
}
/// Few enough events on screen that every box has its name: the dearest frame for text.
void frame_names(benchmark::State& state)
{
    runFrames(state, stageOf(state.range(0)), 0, 100'000);
}

void tiled(benchmark::State& state, double share, Nanoseconds length)
{
    Stage* stage = tiledStage(state.range(0));
    if (stage == nullptr) {
        state.SkipWithError("set TWINTRACE_BENCH_TRACE to a trace file to time a tiled real trace");
        return;
    }
    runFrames(state, *stage, share, length);
}
void tiled_frame_all(benchmark::State& state)
{
    tiled(state, 1.0, 0);
}
void tiled_frame_1pct(benchmark::State& state)
{
    tiled(state, 0.01, 0);
}
void tiled_frame_1us(benchmark::State& state)
{
    tiled(state, 0, 1000);
}

void hit_test(benchmark::State& state)
{
    const TimelineIndex& index = *stageOf(state.range(0)).scene.index;
    const TimeWindow whole = index.wholeWindow();
    const TimeScale scale(whole, 1744);
    const auto trackCount = static_cast<std::uint32_t>(index.trace().tracks.size());
    std::uint32_t pixel = 0;
    for (auto step : state) {
        (void)step;
        pixel = (pixel + 577) % 1744;
        const EventLane& lane = index.lane(TrackId(pixel % trackCount), 0);
        benchmark::DoNotOptimize(
            lane.longestIn(index.trace(), {scale.timeAt(pixel), scale.timeAt(pixel + 1)}));
    }
}

/// A whole scan for one of 400 names.
void search(benchmark::State& state)
{
    const Trace& trace = stageOf(state.range(0)).scene.index->trace();
    for (auto step : state) {
        (void)step;
        NameSearch names(trace);
        Progress progress;
        std::size_t hits = 0;
        names.find({"layer_norm_7", 0}, progress, [&](std::span<const std::uint32_t> found) {
            hits += found.size();
            return true;
        });
        benchmark::DoNotOptimize(hits);
    }
}

Stage& uniqueStage(std::int64_t events)
{
    static const std::unique_ptr<Stage> stage =
        std::make_unique<Stage>(makeBigTrace(static_cast<std::uint32_t>(events), 60, true));
    return *stage;
}

std::string lastName(const Trace& trace)
{
    return "own_" + std::to_string(trace.events.size() - 1);
}

/// Ten million different names, one of which, the last, is wanted: the worst case of a first hit.
void search_unique(benchmark::State& state)
{
    const Trace& trace = uniqueStage(state.range(0)).scene.index->trace();
    for (auto step : state) {
        (void)step;
        NameSearch names(trace);
        Progress progress;
        std::size_t hits = 0;
        names.find({lastName(trace), 0}, progress, [&](std::span<const std::uint32_t> found) {
            hits += found.size();
            return false;
        });
        if (hits != 1)
            state.SkipWithError("the wanted name was not found");
    }
}
/// The same, one letter after the other, as somebody types; the time is that of the last letter alone.
void search_typed(benchmark::State& state)
{
    const Trace& trace = uniqueStage(state.range(0)).scene.index->trace();
    const std::string wanted = lastName(trace);
    for (auto step : state) {
        (void)step;
        state.PauseTiming();
        NameSearch names(trace);
        Progress progress;
        const auto countTo = [](std::size_t& hits) {
            return [&hits](std::span<const std::uint32_t> found) {
                hits += found.size();
                return true;
            };
        };
        std::size_t before = 0;
        names.find({wanted.substr(0, wanted.size() - 1), 0}, progress, countTo(before));
        state.ResumeTiming();
        std::size_t hits = 0;
        names.find({wanted, 0}, progress, countTo(hits));
        if (hits != 1 || before < hits)
            state.SkipWithError("the wanted name was not found");
    }
}
/// From the key press to a painted frame that shows the hit, through the search of the view and its thread.
void search_to_screen(benchmark::State& state)
{
    Stage& stage = uniqueStage(state.range(0));
    TimelineFilter filter;
    filter.text = lastName(stage.scene.index->trace());
    for (auto step : state) {
        (void)step;
        TimelineSearch search;
        QEventLoop loop;
        QObject::connect(&search, &TimelineSearch::hitsChanged, &loop, &QEventLoop::quit);
        search.start(stage.scene.index, filter);
        loop.exec();
        stage.scene.hits = search.hitIndex();
        stage.frame();
        if (search.hits().size() != 1)
            state.SkipWithError("the first result was not the wanted name");
        stage.scene.hits.reset();
    }
}
void index_build(benchmark::State& state)
{
    const TracePtr trace = stageOf(state.range(0)).scene.index->tracePtr();
    for (auto step : state) {
        (void)step;
        const TimelineIndex index(trace, timelineTone);
        state.counters["bytes_per_event"] = double(index.ownBytes()) / double(trace->events.size());
    }
}

BENCHMARK(frame_all)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(frame_1pct)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(frame_1us)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(frame_names)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(hit_test)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(search)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(search_unique)->Arg(10'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(search_typed)->Arg(10'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(search_to_screen)->Arg(10'000'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(index_build)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(tiled_frame_all)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(tiled_frame_1pct)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(tiled_frame_1us)->Arg(10'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace twintrace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
