// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/model/event_columns.h"
#include "core/model/event_kind.h"
#include "core/model/import_report.h"
#include "core/model/launch_links.h"
#include "core/model/tracks.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// A category text of the file and what it means.
struct Category {
    StringId name;
    EventKind kind = EventKind::Other;
};

/// What the file says about itself outside the events.
struct TraceMetadata {
    std::int64_t originMicroseconds = 0;  ///< time 0 of the columns, in the file's own microseconds
    std::int64_t baseTimeNanoseconds = 0; ///< wall clock = base + file time; 0 when the file has none
    std::optional<std::int64_t> rank;     ///< distributedInfo.rank
    std::vector<std::string> deviceNames; ///< deviceProperties[].name, "unknown" where it is missing
    std::string otherJson;                ///< every other top-level key, as one JSON object text (bounded)
};

/// The duration that the file gives for a slice flagged kBadDuration (negative or overflowing; held at the
/// ends of the range when it does not fit).
struct BadDuration {
    EventId event;
    Nanoseconds written = 0;
};

/// One recorded run: events, names and metadata. Built once by TraceBuilder, then never changed: it is handed
/// around as shared_ptr<const Trace> and any thread may read it without a lock.
struct Trace {
    std::string file; ///< path it came from, "" when made in memory
    TraceMetadata metadata;
    StringPool strings;
    std::vector<Category> categories;
    std::vector<Process> processes;
    std::vector<Track> tracks; ///< in display order (sort index, then file order)
    std::vector<Stream> streams;
    EventColumns events;
    InstantColumns instants;
    DeviceColumns device;
    LaunchColumns launches;
    LaunchLinks links;
    std::vector<Flow> flows;
    std::vector<CounterSeries> counters;
    std::vector<MemorySample> memory;
    std::vector<BadDuration> badDurations; ///< in EventId order
    ImportReport report;

    [[nodiscard]] std::string_view text(StringId id) const { return strings.text(id); }
    [[nodiscard]] std::string_view name(EventId id) const { return strings.text(events.name[id.value()]); }
    [[nodiscard]] EventKind kind(EventId id) const
    {
        return categories[events.category[id.value()].value()].kind;
    }
    [[nodiscard]] std::string_view category(EventId id) const
    {
        return strings.text(categories[events.category[id.value()].value()].name);
    }
    [[nodiscard]] bool has(EventId id, EventFlag flag) const
    {
        return (events.flags[id.value()] & flag) != 0;
    }
    [[nodiscard]] Nanoseconds begin(EventId id) const { return events.begin[id.value()]; }
    [[nodiscard]] Nanoseconds duration(EventId id) const { return events.duration[id.value()]; }
    [[nodiscard]] Nanoseconds end(EventId id) const { return events.end(id); }
    /// The track an event lies on (binary search over the tracks' ranges).
    [[nodiscard]] TrackId trackOf(EventId id) const;
    /// What a person calls the track: its name, else "GPU n / stream m", else "thread tid".
    [[nodiscard]] std::string trackTitle(TrackId id) const;
    [[nodiscard]] std::string processTitle(ProcessId id) const;
    /// Row of an event in `device`, or none when it is no device work.
    [[nodiscard]] std::optional<std::size_t> deviceRow(EventId id) const;
    /// First begin and last end over all slices; empty traces give {0, 0}. Bad durations are left out.
    struct Span {
        Nanoseconds begin = 0;
        Nanoseconds end = 0;
    };
    [[nodiscard]] Span span() const { return m_span; }
    /// Memory of our own that the trace holds, in bytes.
    [[nodiscard]] std::uint64_t ownBytes() const;

    Span m_span;                               ///< set by TraceBuilder::freeze()
    std::vector<TrackId> m_tracksByFirstEvent; ///< set by TraceBuilder::freeze(), for trackOf()
};

using TracePtr = std::shared_ptr<const Trace>;

} // namespace twintrace
