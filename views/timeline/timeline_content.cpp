// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_content.h"

#include "core/analysis/compile_incidents.h"
#include "core/analysis/gpu_idle.h"
#include "core/analysis/iterations.h"
#include "views/timeline/event_tone_rule.h"

#include <QtConcurrentRun>

#include <algorithm>
#include <tuple>

namespace twintrace
{
namespace
{

// Below this a trace is ready within a frame or two, and a flash of "preparing" would only irritate.
constexpr std::size_t kBackgroundEvents = 200'000;

MarkCause markOf(GapCause cause)
{
    switch (cause) {
    case GapCause::HostWait:
        return MarkCause::HostWait;
    case GapCause::KernelWait:
        return MarkCause::KernelWait;
    case GapCause::Sync:
        return MarkCause::Sync;
    case GapCause::Copy:
        return MarkCause::Copy;
    case GapCause::Other:
        break;
    }
    return MarkCause::Other;
}

CompileMark markOf(const CompileIncident& incident)
{
    using Kind = CompileMark::Kind;
    CompileMark mark;
    mark.event = incident.event;
    mark.window = {incident.begin, saturatingAdd(incident.begin, incident.cost.value_or(0))};
    mark.hasCost = incident.cost.has_value();
    mark.isEstimated = incident.isEstimated;
    const auto text = [](const std::optional<CompileId>& id) {
        return id ? std::to_string(id->frame) + "/" + std::to_string(id->version) : std::string("?");
    };
    switch (incident.kind) {
    case CompileIncidentKind::Compile:
        mark.kind = Kind::Compile;
        mark.label = "compile " + text(incident.id);
        break;
    case CompileIncidentKind::Recompile:
        mark.kind = Kind::Recompile;
        mark.label = "recompile " + text(incident.id);
        break;
    case CompileIncidentKind::GraphBreak:
        mark.kind = Kind::GraphBreak;
        mark.label = "graph break " + text(incident.left) + " → " + text(incident.id);
        break;
    }
    return mark;
}

} // namespace

TimelineMarks findMarks(const Trace& trace)
{
    TimelineMarks marks;
    for (const Gap& gap : streamGaps(trace)) {
        const TrackId track = trace.trackOf(gap.after);
        if (track && gap.end > gap.begin)
            marks.gaps.push_back({track, {gap.begin, gap.end}, markOf(gap.cause), gap.after});
    }
    std::sort(marks.gaps.begin(), marks.gaps.end(), [](const GapMark& a, const GapMark& b) {
        return std::tie(a.track, a.window.begin) < std::tie(b.track, b.window.begin);
    });
    const Iterations iterations = findIterations(trace);
    if (iterations.source != IterationSource::None) {
        int number = 0;
        for (const Iteration& iteration : iterations.list)
            marks.iterations.push_back({{iteration.begin, iteration.end}, std::to_string(++number)});
    }
    for (const CompileIncident& incident : findCompileIncidents(trace))
        marks.compileMarks.push_back(markOf(incident));
    return marks;
}

RowLayout layoutScene(const TimelineScene& scene, const RowOptions& options)
{
    if (!scene.index)
        return {};
    const TimelineIndex& index = *scene.index;
    ExtraRows extra;
    extra.graphs = index.counters();
    if (scene.marks && !scene.marks->marks.compileMarks.empty()) {
        const std::vector<CompileMark>& marks = scene.marks->marks.compileMarks;
        if (const TrackId track = index.trace().trackOf(marks.front().event))
            extra.compileProcess = index.trace().tracks[track.value()].process;
        extra.compileTitle = countText(marks);
    }
    return layoutRows(
        index.trace(), [&](TrackId track) { return index.laneCount(track); }, options, extra);
}

MarksPtr indexedMarks(const Trace& trace)
{
    auto marks = std::make_shared<IndexedMarks>();
    marks->marks = findMarks(trace);
    marks->gaps = GapIndex(marks->marks.gaps);
    return marks;
}

TimelineContent::TimelineContent(QObject* parent) : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcher<Prepared>::finished, this, [this] {
        const Prepared prepared = m_watcher.result();
        if (prepared.index && prepared.index->tracePtr() == m_trace)
            take(prepared);
    });
}

TimelineContent::~TimelineContent()
{
    m_watcher.disconnect(this);
    m_watcher.waitForFinished();
}

TimelineContent::Prepared TimelineContent::prepare(const TracePtr& trace)
{
    return {std::make_shared<TimelineIndex>(trace, timelineTone), indexedMarks(*trace)};
}

void TimelineContent::take(const Prepared& prepared)
{
    m_index = prepared.index;
    m_marks = prepared.marks;
    Q_EMIT ready();
}

void TimelineContent::setTrace(TracePtr trace)
{
    m_trace = std::move(trace);
    m_index.reset();
    m_marks.reset();
    if (!m_trace)
        return;
    if (m_trace->events.size() < kBackgroundEvents)
        take(prepare(m_trace));
    else
        m_watcher.setFuture(QtConcurrent::run(&TimelineContent::prepare, m_trace));
}

} // namespace twintrace
