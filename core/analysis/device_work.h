// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <span>
#include <vector>

namespace twintrace
{

/// One timed kernel, copy or fill, flattened so that analyses run over one array.
struct DeviceItem {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    EventId event;
    EventId launch; ///< the call that launched it; invalid = unknown
    StreamId stream;
    EventKind kind = EventKind::Kernel;
};

/// All timed device work of a trace (records without times are left out), sorted by begin, then longer first.
[[nodiscard]] std::vector<DeviceItem> timedDeviceWork(const Trace& trace);

/// Length of the union of intervals; `items` sorted by begin. Overlaps count once.
[[nodiscard]] Nanoseconds unionLength(std::span<const DeviceItem> items);

/// The device key of a stream, as written in the file.
[[nodiscard]] StringId deviceOf(const Trace& trace, StreamId stream);

} // namespace twintrace
