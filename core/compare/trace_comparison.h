// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/forward_work.h"
#include "core/analysis/iterations.h"
#include "core/analysis/launch_summary.h"
#include "core/compare/comparability.h"
#include "core/compare/kernel_map.h"
#include "core/compare/paired.h"
#include "core/compare/waterfall.h"
#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// What holds a run up.
enum class Bottleneck : std::uint8_t {
    Unknown,
    LaunchBound, ///< most of the time between a forward's first and last kernel the device waits for the host
    GpuBound,    ///< the device is nearly always busy
    Mixed,
};
[[nodiscard]] std::string_view bottleneckTitle(Bottleneck bottleneck);

/// One line of the launch table: an API function on both sides, a forward.
struct LaunchDelta {
    std::string api;
    Paired<double> calls;
    Paired<double> kernels;
};

/// Gaps of one cause on both sides, a forward.
struct GapDelta {
    GapCause cause = GapCause::Other;
    Paired<double> count;
    Paired<double> us;
};

/// Two traces held against each other: a plain result, kept apart from any window.
struct TraceComparison {
    Comparability comparable;
    Paired<Iterations> iterations;
    Paired<ForwardWork> work;
    KernelMap map;
    Waterfall waterfall;
    std::vector<GapDelta> gaps; ///< the five causes
    std::vector<LaunchDelta> launches;
    Paired<LaunchSummary> launchSummary; ///< of the whole traces: launch-to-start in three parts, queue depth
    Paired<Bottleneck> bottleneck;
    std::string sentence;            ///< the verdict
    std::vector<std::string> advice; ///< what would help next, most useful first
};

struct ComparisonOptions {
    OriginLookup baselineOrigins; ///< reads our own recordings' provenance; empty = not asked
    OriginLookup candidateOrigins;
};

[[nodiscard]] TraceComparison compareTraces(Baseline<const Trace&> baseline,
                                            Candidate<const Trace&> candidate,
                                            const ComparisonOptions& options = {});

/// Total over all forwards as a mean a forward.
[[nodiscard]] double aForward(std::int64_t total, std::int64_t forwards);

} // namespace twintrace
