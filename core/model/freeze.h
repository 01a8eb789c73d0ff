// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/begin_end_pairing.h"
#include "core/model/flow_binding.h"
#include "core/model/staged_events.h"
#include "core/model/trace.h"

#include <vector>

namespace twintrace
{

/// Translates ids of staged events to those of the trace; an empty table leaves them as they are.
struct IdMaps {
    std::vector<StringId> names;
    std::vector<CategoryId> categories;
    std::vector<StreamId> streams;
    std::vector<TrackId> tracks;
    std::vector<ProcessId> processes;
};

/// The trace's id of a staged one.
template <class Id> [[nodiscard]] Id mapped(const std::vector<Id>& map, Id id)
{
    return map.empty() || !id ? id : map[id.value()];
}

struct FreezeOptions {
    unsigned threads = 1;
    bool keepOrigin = true;
    const Progress* progress = nullptr; ///< looked at between the steps; cancelled = stop early
};

struct FreezeOutcome {
    PairingOutcome pairing;
    FlowOutcome flows;
};

/// The work of TraceBuilder::freeze(): fills the columns of `trace`, whose names, processes and tracks are
/// there already. Staged memory is given back as it is used up.
FreezeOutcome freezeBatches(Trace& trace, std::vector<StagedBatch> batches, IdMaps maps,
                            FreezeOptions options);

} // namespace twintrace
