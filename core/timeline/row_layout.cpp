// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/row_layout.h"

#include "core/timeline/row_titles.h"

#include <algorithm>
#include <cctype>

namespace twintrace
{
namespace
{

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

bool mentions(const std::string& text, const std::string& loweredPart)
{
    return loweredPart.empty() || lowered(text).find(loweredPart) != std::string::npos;
}

/// Stacks rows below each other.
struct Stack {
    std::vector<Row>& rows;
    double& height;
    const RowMetrics& metrics;

    void add(Row row)
    {
        row.top = height;
        height += row.height + (row.kind == RowKind::Process ? 0 : metrics.padding);
        rows.push_back(std::move(row));
    }
};

} // namespace

const Row* RowLayout::find(TrackId track) const
{
    for (const std::vector<Row>* rows : {&pinned, &scrolled}) {
        for (const Row& row : *rows) {
            if (row.kind == RowKind::Track && row.track == track)
                return &row;
        }
    }
    return nullptr;
}

std::vector<TrackId> orderedTracks(const Trace& trace, const RowOptions& options)
{
    // Processes in the order in which their first track appears; moved tracks keep to their process.
    std::vector<std::uint32_t> processRank(trace.processes.size(), 0);
    std::uint32_t nextRank = 1;
    // The profiler's own window and marks come after what the program did.
    const std::vector<bool> isOwn = profilersOwn(trace);
    for (const bool wantsWork : {true, false}) {
        for (const Track& track : trace.tracks) {
            if (track.process && processRank[track.process.value()] == 0 &&
                (!wantsWork || (!track.events.isEmpty() && !isOwn[track.process.value()])))
                processRank[track.process.value()] = nextRank++;
        }
    }
    if (options.devicesFirst) {
        std::vector<bool> isDevice(trace.processes.size(), false);
        for (const Track& track : trace.tracks) {
            if (track.process && track.kind == TrackKind::Stream && !track.events.isEmpty())
                isDevice[track.process.value()] = true;
        }
        for (std::size_t process = 0; process < isDevice.size(); ++process)
            processRank[process] += isDevice[process] ? 0 : nextRank;
        nextRank *= 2;
    }
    std::vector<std::size_t> place(trace.tracks.size());
    for (std::size_t i = 0; i < place.size(); ++i)
        place[i] = i + options.order.size();
    for (std::size_t i = 0; i < options.order.size(); ++i) {
        if (options.order[i].value() < place.size())
            place[options.order[i].value()] = i;
    }
    std::vector<TrackId> tracks;
    for (std::uint32_t i = 0; i < trace.tracks.size(); ++i)
        tracks.emplace_back(i);
    const auto rankOf = [&](TrackId id) {
        const ProcessId process = trace.tracks[id.value()].process;
        return process ? processRank[process.value()] : nextRank;
    };
    std::stable_sort(tracks.begin(), tracks.end(), [&](TrackId a, TrackId b) {
        if (rankOf(a) != rankOf(b))
            return rankOf(a) < rankOf(b);
        return place[a.value()] < place[b.value()];
    });
    return tracks;
}

RowOptions initialRows(const Trace& trace)
{
    RowOptions options;
    const std::vector<bool> isOwn = profilersOwn(trace);
    for (std::uint32_t process = 0; process < isOwn.size(); ++process) {
        if (isOwn[process])
            options.collapsedProcesses.insert(ProcessId(process));
    }
    return options;
}

RowLayout layoutRows(const Trace& trace, const std::function<std::uint16_t(TrackId)>& lanesOf,
                     const RowOptions& options, const ExtraRows& extra, const RowMetrics& metrics)
{
    RowLayout layout;
    const std::string wanted = lowered(options.filter);
    const auto trackRow = [&](TrackId id) {
        const Track& track = trace.tracks[id.value()];
        Row row;
        row.kind = RowKind::Track;
        row.process = track.process;
        row.track = id;
        row.isCollapsed = options.collapsedTracks.contains(id);
        row.laneCount = row.isCollapsed ? std::uint16_t(1) : std::max<std::uint16_t>(lanesOf(id), 1);
        row.laneHeight = track.kind == TrackKind::Stream ? metrics.streamLane : metrics.lane;
        row.height = row.laneCount * row.laneHeight;
        row.title = titleOfRow(trace, id);
        return row;
    };
    const auto isPinned = [&](TrackId id) {
        return std::find(options.pinned.begin(), options.pinned.end(), id) != options.pinned.end();
    };

    Stack pinned{layout.pinned, layout.pinnedHeight, metrics};
    for (const TrackId id : options.pinned) {
        if (id.value() < trace.tracks.size() && !options.hidden.contains(id)) {
            Row row = trackRow(id);
            row.isPinned = true;
            pinned.add(std::move(row));
        }
    }

    Stack scrolled{layout.scrolled, layout.scrolledHeight, metrics};
    const std::vector<TrackId> tracks = orderedTracks(trace, options);
    std::vector<bool> hasTracks(trace.processes.size(), false);
    const auto addProcess = [&](ProcessId process, const std::string& title) {
        Row heading;
        heading.kind = RowKind::Process;
        heading.process = process;
        heading.isCollapsed = options.collapsedProcesses.contains(process);
        heading.height = metrics.process;
        heading.title = title;
        scrolled.add(std::move(heading));
    };
    const std::span<const CounterGraph> graphs = extra.graphs;
    const auto addCompile = [&](ProcessId process) {
        if (!extra.compileProcess || extra.compileProcess != process)
            return;
        Row row;
        row.kind = RowKind::Compile;
        row.process = process;
        row.height = metrics.compile;
        row.laneHeight = metrics.compile;
        row.title = extra.compileTitle;
        scrolled.add(std::move(row));
    };
    const auto addCounters = [&](ProcessId process) {
        for (std::uint32_t i = 0; options.showsCounters && i < graphs.size(); ++i) {
            if (graphs[i].process() != process ||
                !(mentions(graphs[i].title(), wanted) || mentions(titleOfHeading(trace, process), wanted)))
                continue;
            Row row;
            row.kind = RowKind::Counter;
            row.process = process;
            row.counter = i;
            row.height = metrics.counter;
            row.laneHeight = metrics.counter;
            row.title = graphs[i].title();
            scrolled.add(std::move(row));
        }
    };
    for (std::size_t i = 0; i < tracks.size();) {
        const ProcessId process = trace.tracks[tracks[i].value()].process;
        const std::string processTitle = titleOfHeading(trace, process);
        if (process)
            hasTracks[process.value()] = true;
        std::vector<TrackId> shown;
        for (; i < tracks.size() && trace.tracks[tracks[i].value()].process == process; ++i) {
            const Track& track = trace.tracks[tracks[i].value()];
            if (track.events.isEmpty() && track.instants.isEmpty())
                continue;
            if (options.hidden.contains(tracks[i]))
                ++layout.hiddenCount;
            else if (!isPinned(tracks[i]) &&
                     (mentions(processTitle, wanted) || mentions(titleOfRow(trace, tracks[i]), wanted)))
                shown.push_back(tracks[i]);
        }
        const std::size_t before = layout.scrolled.size();
        const double heightBefore = layout.scrolledHeight;
        addProcess(process, processTitle);
        if (!layout.scrolled.back().isCollapsed) {
            if (!shown.empty())
                addCompile(process);
            for (const TrackId id : shown)
                scrolled.add(trackRow(id));
            addCounters(process);
        }
        // A heading over nothing is noise, unless it is the way to unfold the process again.
        if (shown.empty() && layout.scrolled.size() == before + 1) {
            layout.scrolled.resize(before);
            layout.scrolledHeight = heightBefore;
        }
    }
    for (std::uint32_t process = 0; process < trace.processes.size(); ++process) {
        const auto belongs = [&](const CounterGraph& graph) { return graph.process() == ProcessId(process); };
        if (!hasTracks[process] && std::any_of(graphs.begin(), graphs.end(), belongs)) {
            addProcess(ProcessId(process), titleOfHeading(trace, ProcessId(process)));
            if (!layout.scrolled.back().isCollapsed)
                addCounters(ProcessId(process));
        }
    }
    return layout;
}

RowOptions movedTrack(const Trace& trace, RowOptions options, TrackId track, int steps)
{
    std::vector<TrackId> tracks = orderedTracks(trace, options);
    auto from = std::find(tracks.begin(), tracks.end(), track);
    const int direction = steps < 0 ? -1 : 1;
    for (int step = 0; step != steps && from != tracks.end(); step += direction) {
        // Neighbours that are not on screen do not count.
        auto to = from;
        do {
            if ((direction < 0 && to == tracks.begin()) || (direction > 0 && to + 1 == tracks.end()))
                return options;
            to += direction;
        } while (options.hidden.contains(*to));
        if (trace.tracks[to->value()].process != trace.tracks[track.value()].process)
            return options;
        std::iter_swap(from, to);
        from = to;
        options.order = tracks;
    }
    return options;
}

const Row* rowAt(const std::vector<Row>& rows, double y)
{
    const auto after = std::upper_bound(rows.begin(), rows.end(), y,
                                        [](double value, const Row& row) { return value < row.top; });
    if (after == rows.begin())
        return nullptr;
    const Row& row = *(after - 1);
    return y < row.top + row.height ? &row : nullptr;
}

} // namespace twintrace
