// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compiled_regions.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace twintrace
{

enum class CompileIncidentKind : std::uint8_t {
    Compile,    ///< a frame was compiled for the first time
    Recompile,  ///< a guard had failed: another version of a frame
    GraphBreak, ///< one call left its compiled graph and went on in the next one
};

/// Something that torch.compile did besides running compiled code, as far as a recording shows it. Reasons
/// are not in the profiler's records; the audit finds them.
struct CompileIncident {
    CompileIncidentKind kind = CompileIncidentKind::Compile;
    EventId event;                 ///< the slice that compiled, or the region entered afterwards
    std::optional<CompileId> id;   ///< of the region compiled or entered; empty where nothing says it
    std::optional<CompileId> left; ///< graph breaks: of the region left
    Nanoseconds begin = 0;
    std::optional<Nanoseconds> cost; ///< compiling, or host time between the two graphs; empty: not recorded
    bool isEstimated = false;        ///< a break between regions that only follow each other in one step
};

/// In order of time. A version compiled before the recording began is an incident without a cost, at its
/// first region.
[[nodiscard]] std::vector<CompileIncident> findCompileIncidents(const Trace& trace);

} // namespace twintrace
