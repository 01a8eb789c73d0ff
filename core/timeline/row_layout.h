// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/counter_graph.h"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace twintrace
{

enum class RowKind : std::uint8_t {
    Process, ///< heading of a process or device
    Track,   ///< the lanes of a thread, stream or async id
    Counter, ///< the graph of one counter series
    Compile, ///< what torch.compile did: compiles, recompiles, graph breaks
};

/// What the user did to the rows. Everything else follows from the trace.
struct RowOptions {
    std::vector<TrackId> pinned; ///< stay at the top, in this order
    std::vector<TrackId> order;  ///< tracks moved by hand; the others keep the trace's order
    std::set<TrackId> hidden;
    std::set<TrackId> collapsedTracks;      ///< drawn as one lane
    std::set<ProcessId> collapsedProcesses; ///< heading only
    std::string filter; ///< shows only tracks whose title or process contains it, case ignored
    bool showsCounters = true;
    bool devicesFirst = false; ///< streams above the threads: where not all rows fit on the screen

    friend bool operator==(const RowOptions&, const RowOptions&) = default;
};

/// One strip of the timeline. Positions in pixels from the top of its area (pinned or scrolled).
struct Row {
    RowKind kind = RowKind::Track;
    ProcessId process;
    TrackId track;               ///< RowKind::Track
    std::uint32_t counter = 0;   ///< RowKind::Counter: index into the graphs
    std::uint16_t laneCount = 1; ///< lanes drawn
    bool isCollapsed = false;
    bool isPinned = false;
    double top = 0;
    double height = 0;
    double laneHeight = 0;
    std::string title;
};

struct RowLayout {
    std::vector<Row> pinned;
    std::vector<Row> scrolled;
    double pinnedHeight = 0;
    double scrolledHeight = 0;
    std::size_t hiddenCount = 0; ///< tracks that the user hid

    /// The row of a track, pinned or scrolled; null when hidden, filtered out or in a collapsed process.
    [[nodiscard]] const Row* find(TrackId track) const;
};

/// Rows that are not made of events.
struct ExtraRows {
    std::span<const CounterGraph> graphs; ///< in the order of TimelineIndex::counters()
    ProcessId compileProcess;             ///< where the compile marks go; invalid: there are none
    std::string compileTitle;
};

/// Heights in pixels.
struct RowMetrics {
    double lane = 17;
    double streamLane = 21; ///< device work stands out
    double process = 22;
    double counter = 38;
    double compile = 18;
    double padding = 4; ///< below each row
};

/// How a trace's rows start out: the profiler's own processes are folded, everything else is open.
[[nodiscard]] RowOptions initialRows(const Trace& trace);

/// Rows in display order: pinned tracks, then process by process. `lanesOf` gives the number of lanes of a
/// track.
[[nodiscard]] RowLayout layoutRows(const Trace& trace, const std::function<std::uint16_t(TrackId)>& lanesOf,
                                   const RowOptions& options, const ExtraRows& extra = {},
                                   const RowMetrics& metrics = {});

/// The tracks in the order in which layoutRows() shows them when none is hidden or filtered.
[[nodiscard]] std::vector<TrackId> orderedTracks(const Trace& trace, const RowOptions& options);

/// `options` with a track moved by `steps` places among the tracks of its process.
[[nodiscard]] RowOptions movedTrack(const Trace& trace, RowOptions options, TrackId track, int steps);

/// The row at a height of its area, or null. `rows` are sorted by top.
[[nodiscard]] const Row* rowAt(const std::vector<Row>& rows, double y);

} // namespace twintrace
