// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/freeze.h"
#include "core/model/staged_events.h"
#include "core/model/trace.h"

#include <vector>

namespace twintrace
{

/// Where staged events go: their ids, their track (invalid when it has no row) and the shift of times.
struct Placement {
    const IdMaps& maps;
    const std::vector<TrackId>& finalTrack; ///< by the builder's track
    Nanoseconds shift = 0;

    [[nodiscard]] TrackId track(TrackId staged) const
    {
        return finalTrack[mapped(maps.tracks, staged).value()];
    }
    [[nodiscard]] Nanoseconds time(Nanoseconds staged) const { return saturatingAdd(staged, shift); }
};

/// Columns of what is no slice, in time order. Staged memory is given back as it is used up.
void placeInstants(Trace& trace, std::vector<StagedBatch>& batches, const Placement& placement);
void placeCounters(Trace& trace, std::vector<StagedBatch>& batches, const Placement& placement);
/// The ends of arrows with the trace's ids and times, in file order; those of rows that are not shown are
/// left out.
[[nodiscard]] std::vector<StagedFlow> takeFlows(std::vector<StagedBatch>& batches,
                                                const Placement& placement);

} // namespace twintrace
