// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/scene_hit.h"

#include "core/base/format.h"
#include "views/timeline/row_painter.h"
#include "views/timeline/selection_writer.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kReachPixels = 2; // how far beside an event a click still means it
constexpr double kMarkReach = 5;   // instants and compile marks are small

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// The time under a point of a picture, and a stretch around it.
struct Place {
    TimeScale scale;
    double x = 0;

    [[nodiscard]] Nanoseconds time() const { return scale.timeAt(x); }
    [[nodiscard]] TimeWindow around(double reach) const
    {
        return {scale.timeAt(x - reach), saturatingAdd(scale.timeAt(x + reach), 1)};
    }
};

EventId eventIn(const TimelineScene& scene, const Row& row, double inRow, const Place& place)
{
    const auto lane =
        static_cast<std::uint16_t>(std::clamp(int(inRow / row.laneHeight), 0, row.laneCount - 1));
    const TimelineIndex& index = scene.showsOnlyHits && scene.hits ? *scene.hits : *scene.index;
    // Exactly there first, then a little beside.
    for (const double reach : {0.5, kReachPixels}) {
        if (const EventId event = index.lane(row.track, lane).longestIn(index.trace(), place.around(reach)))
            return event;
    }
    return {};
}

const GapMark* gapIn(const TimelineScene& scene, const Row& row, double inRow, const Place& place)
{
    if (!scene.marks)
        return nullptr;
    const GapMark* found = nullptr;
    const auto least = static_cast<Nanoseconds>(place.scale.nanosecondsPerPixel() * kGapPixels);
    scene.marks->gaps.visit(row.track, place.around(0.5), least, [&](const GapMark& gap) {
        const int lane = row.isCollapsed || !gap.after ? 0 : scene.index->laneOf(gap.after);
        if (int(inRow / row.laneHeight) == lane)
            found = &gap;
    });
    return found;
}

std::optional<std::uint32_t> instantIn(const TimelineScene& scene, const Row& row, const Place& place)
{
    const std::span<const std::uint32_t> instants = scene.index->instants(row.track);
    const std::vector<Nanoseconds>& times = scene.index->trace().instants.time;
    const TimeWindow reach = place.around(kMarkReach);
    const auto first = std::ranges::lower_bound(instants, reach.begin, {}, [&](auto i) { return times[i]; });
    std::optional<std::uint32_t> best;
    for (auto i = first; i != instants.end() && times[*i] < reach.end; ++i) {
        if (!best || std::abs(times[*i] - place.time()) < std::abs(times[*best] - place.time()))
            best = *i;
    }
    return best;
}

const CompileMark* compileIn(const TimelineScene& scene, const Place& place)
{
    const CompileMark* found = nullptr;
    const TimeWindow reach = place.around(kMarkReach);
    for (const CompileMark& mark : scene.marks->marks.compileMarks) {
        if (mark.window.begin >= reach.end)
            break;
        if (mark.window.end >= reach.begin)
            found = &mark;
    }
    return found;
}

const IterationBand* iterationAt(const TimelineScene& scene, Nanoseconds time)
{
    if (!scene.marks)
        return nullptr;
    const std::vector<IterationBand>& bands = scene.marks->marks.iterations;
    const auto band = std::partition_point(bands.begin(), bands.end(),
                                           [time](const IterationBand& b) { return b.window.end <= time; });
    return band != bands.end() && band->window.begin <= time ? &*band : nullptr;
}

} // namespace

const Row* rowAtPosition(const TimelineScene& scene, const TimelineZones& zones, const QPointF& position)
{
    if (position.y() >= zones.pinned.top() && position.y() < zones.pinned.bottom())
        return rowAt(scene.rows.pinned, position.y() - zones.pinned.top());
    if (position.y() >= zones.scrolled.top() && position.y() < zones.scrolled.bottom())
        return rowAt(scene.rows.scrolled, position.y() - zones.scrolled.top() + scene.scroll);
    return nullptr;
}

SceneHit hitAt(const TimelineScene& scene, const TimelineZones& zones, const QPointF& position)
{
    SceneHit hit;
    hit.row = rowAtPosition(scene, zones, position);
    if (!scene.index || position.x() < zones.left())
        return hit;
    const Place place{TimeScale(scene.window, zones.width()), position.x() - zones.left()};
    if (zones.ruler.contains(position))
        hit.iteration = iterationAt(scene, place.time());
    if (hit.row == nullptr)
        return hit;
    const Row& row = *hit.row;
    const QRectF& area = row.isPinned ? zones.pinned : zones.scrolled;
    const double inRow = position.y() - area.top() + (row.isPinned ? 0 : scene.scroll) - row.top;
    if (row.kind == RowKind::Counter) {
        hit.counter = row.counter;
    } else if (row.kind == RowKind::Compile && scene.marks) {
        hit.compile = compileIn(scene, place);
    } else if (row.kind == RowKind::Track) {
        // Instants are drawn over the upper edge of their row.
        if (inRow < 7)
            hit.instant = instantIn(scene, row, place);
        hit.event = eventIn(scene, row, inRow, place);
        if (!hit.instant && !hit.event)
            hit.gap = gapIn(scene, row, inRow, place);
    }
    return hit;
}

QString compileMarkText(const CompileMark& mark)
{
    QString lines = text(mark.label);
    const bool isBreak = mark.kind == CompileMark::Kind::GraphBreak;
    if (!mark.hasCost)
        lines += QStringLiteral("\ncompiled before the recording began: its cost is unknown");
    else if (isBreak)
        lines += QStringLiteral("\n") + bothDurationText(mark.window.duration()) +
                 QStringLiteral(" of host time between the two graphs");
    else
        lines +=
            QStringLiteral("\n") + bothDurationText(mark.window.duration()) + QStringLiteral(" to compile");
    if (mark.isEstimated)
        lines += QStringLiteral("\nestimated: the two regions follow each other in one step");
    if (mark.kind != CompileMark::Kind::Compile)
        lines += QStringLiteral("\nreason unknown: the profiler does not record it; the audit finds it");
    return lines;
}

QString tipOfHit(const TimelineScene& scene, const SceneHit& hit, Nanoseconds time)
{
    if (hit.gap != nullptr) {
        QString lines = QStringLiteral("gap of ") + bothDurationText(hit.gap->window.duration()) +
                        QStringLiteral("\ncause: ") + QString::fromLatin1(titleOfCause(hit.gap->cause));
        if (hit.gap->after) {
            const std::string_view name = scene.index->trace().name(hit.gap->after);
            lines += QStringLiteral("\nended by ") + QString::fromUtf8(name.data(), qsizetype(name.size()));
        }
        return lines + QStringLiteral("\nclick: select it as a range");
    }
    if (hit.compile != nullptr)
        return compileMarkText(*hit.compile);
    if (hit.iteration != nullptr)
        return QStringLiteral("iteration ") + text(hit.iteration->label) + QLatin1Char('\n') +
               bothDurationText(hit.iteration->window.duration());
    if (hit.instant) {
        const Trace& trace = scene.index->trace();
        const std::string_view name = trace.text(trace.instants.name[*hit.instant]);
        const Nanoseconds since = saturatingSubtract(trace.instants.time[*hit.instant], scene.zero);
        return QString::fromUtf8(name.data(), qsizetype(name.size())) + QStringLiteral("\ninstant at ") +
               text(formatExactDuration(since));
    }
    if (hit.counter && *hit.counter < scene.index->counters().size()) {
        const CounterGraph& graph = scene.index->counters()[*hit.counter];
        const std::optional<double> value = graph.valueAt(time);
        return text(graph.title()) + QLatin1Char('\n') +
               (value ? text(counterValueText(*value, graph.unit())) : QStringLiteral("no sample yet")) +
               QStringLiteral("\nmost ") + text(counterValueText(graph.most(), graph.unit()));
    }
    return {};
}

std::string counterValueText(double value, CounterUnit unit)
{
    const double magnitude = std::abs(value);
    if (unit == CounterUnit::Bytes && magnitude < 1e18)
        return (value < 0 ? "-" : "") + formatBytes(static_cast<std::uint64_t>(magnitude));
    if (magnitude >= 1e15 || (magnitude > 0 && magnitude < 1e-3))
        return QString::number(value, 'g', 4).toStdString();
    if (value == std::floor(value))
        return formatCount(static_cast<std::int64_t>(value));
    return QString::number(value, 'g', 5).toStdString();
}

} // namespace twintrace
