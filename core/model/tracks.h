// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/base/typed_index.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace twintrace
{

struct EventTag;
struct TrackTag;
struct ProcessTag;
struct CategoryTag;
struct StreamTag;
using EventId = TypedIndex<EventTag>;                      ///< a slice in EventColumns
using TrackId = TypedIndex<TrackTag>;                      ///< a row of slices
using ProcessId = TypedIndex<ProcessTag>;                  ///< a group of tracks
using CategoryId = TypedIndex<CategoryTag, std::uint16_t>; ///< a category text and its EventKind
using StreamId = TypedIndex<StreamTag, std::uint16_t>;     ///< a device stream

/// A half-open range of event ids: events of one track are contiguous.
struct EventRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    [[nodiscard]] std::uint32_t size() const { return last - first; }
    [[nodiscard]] bool isEmpty() const { return first == last; }
};

/// A process of the file: a real one, a device ("GPU 0"), or a pseudo process ("Spans").
struct Process {
    StringId key;    ///< pid as written in the file, "1234" or "GPU 0 Counters"
    StringId name;   ///< process_name, invalid when the file gives none
    StringId labels; ///< process_labels
    std::int64_t sortIndex = 0;
};

enum class TrackKind : std::uint8_t {
    Thread, ///< slices of a CPU thread
    Stream, ///< holds device work
    Async,  ///< b/e and S/F spans of one id; drawn under their process
};

/// One (pid, tid), or one async id. Rows that hold no slice exist only when instants lie on them.
struct Track {
    ProcessId process;
    StringId key;  ///< tid as written in the file
    StringId name; ///< thread_name, invalid when the file gives none
    std::int64_t sortIndex = 0;
    TrackKind kind = TrackKind::Thread;
    EventRange events;   ///< slices, sorted by begin, then longer first, then file order
    EventRange instants; ///< range in Trace::instants
    std::uint16_t depthCount =
        0; ///< number of lanes nesting needs; overlaps that do not nest take a lane more
};

/// A queue of device work: (args.device, args.stream) where the records say so, else (pid, tid).
struct Stream {
    StringId device; ///< args.device, or pid when hasDeviceArgs is false
    StringId stream; ///< args.stream, or tid
    bool hasDeviceArgs = false;
};

/// One series of a counter (phase C): name and argument key, per process.
struct CounterSeries {
    ProcessId process;
    StringId name;   ///< counter name, with "[id]" when the event has one
    StringId series; ///< the argument key
    std::vector<Nanoseconds> time;
    std::vector<double> value; ///< finite values only
};

/// One [memory] record of the PyTorch profiler.
struct MemorySample {
    Nanoseconds time = 0;
    std::int64_t totalAllocatedBytes = 0;
    std::int64_t totalReservedBytes = 0;
    bool isGpu = false;
    std::int16_t device = -1;
};

} // namespace twintrace
