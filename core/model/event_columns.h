// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/model/tracks.h"

#include <cstdint>
#include <vector>

namespace twintrace
{

/// All slices of a trace, one column a property. Sorted by track; within a track by begin, then longer first,
/// then file order, so a parent always stands before its children. 35 bytes an event.
struct EventColumns {
    std::vector<Nanoseconds> begin;    ///< from the trace's origin
    std::vector<Nanoseconds> duration; ///< >= 0 (odd ones are clamped and flagged)
    std::vector<StringId> name;
    std::vector<CategoryId> category;
    std::vector<std::uint8_t> flags;   ///< EventFlag bits
    std::vector<std::uint16_t> depth;  ///< 0 = outermost on its track
    std::vector<EventId> parent;       ///< the slice that encloses it on its track; invalid = none
    std::vector<std::uint64_t> source; ///< byte offset of the event's '{' in the decompressed text

    [[nodiscard]] std::size_t size() const { return begin.size(); }
    [[nodiscard]] Nanoseconds end(EventId id) const
    {
        return saturatingAdd(begin[id.value()], duration[id.value()]);
    }
};

/// What is special about a slice.
enum EventFlag : std::uint8_t {
    kFromBeginEnd = 1,   ///< made of a B and an E (or b and e), not an X
    kUnfinished = 2,     ///< B without E: closed at the end of the trace
    kBadDuration = 4,    ///< negative or overflowing in the file; held as 0
    kUntimed = 8,        ///< device record with ts and dur 0: counted, but in no span, sum or gap
    kCrossesParent = 16, ///< starts inside its neighbour and ends after it: takes a lane of its own
    kNoDuration = 32,    ///< X without dur
};

/// Instants (phases i, I, R, and marks of async spans): sorted by track and time.
struct InstantColumns {
    std::vector<Nanoseconds> time;
    std::vector<StringId> name;
    std::vector<CategoryId> category;
    std::vector<std::uint64_t> source;
    [[nodiscard]] std::size_t size() const { return time.size(); }
};

/// Device work (kernels, copies, fills), in EventId order.
struct DeviceColumns {
    std::vector<EventId> event;
    std::vector<StreamId> stream;
    std::vector<std::int64_t> correlation; ///< kNoCorrelation when the record has none
    [[nodiscard]] std::size_t size() const { return event.size(); }
};

/// Runtime and driver calls that carry a correlation id, in EventId order.
struct LaunchColumns {
    std::vector<EventId> event;
    std::vector<std::int64_t> correlation;
    [[nodiscard]] std::size_t size() const { return event.size(); }
};

inline constexpr std::int64_t kNoCorrelation = std::numeric_limits<std::int64_t>::min();

/// A drawn arrow of the file (phases s/t/f, or bind_id): from slice to slice.
struct Flow {
    EventId from;
    EventId to;
    StringId category;
};

} // namespace twintrace
