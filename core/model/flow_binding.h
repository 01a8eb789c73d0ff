// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/staged_events.h"
#include "core/model/trace.h"

#include <vector>

namespace twintrace
{

/// How many arrow ends found no partner (their positions are not problems of the file: Kineto writes them).
struct FlowOutcome {
    std::uint64_t endsWithoutStart = 0;
    std::uint64_t startsWithoutEnd = 0;
};

/// Makes arrows of flow events: joined by key, each end to the start that stands before it in time (else to
/// the first). Starts and steps bind to the slice around them, ends with "bp":"e" too, other ends to the next
/// slice. Call when the slices are sorted; `flows` has the trace's own track ids.
FlowOutcome bindFlows(std::vector<StagedFlow> flows, Trace& trace);

} // namespace twintrace
