// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compiled_regions.h"
#include "core/analysis/gpu_idle.h"
#include "core/analysis/launch_summary.h"
#include "core/model/import_report.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace twintrace
{

/// Everything `stats` says about one trace. Definitions are those of the command line's contract.
struct TraceFigures {
    std::optional<Nanoseconds> span;
    std::int64_t rows = 0, nestingViolations = 0;
    std::int64_t gpuPeakBytes = 0, cpuPeakBytes = 0;

    std::int64_t kernels = 0, kernelNames = 0, tritonKernels = 0, timedKernels = 0, untimedKernels = 0,
                 cpuKernels = 0;
    Nanoseconds kernelSum = 0, clampedKernelSum = 0, kernelUnion = 0, gpuUnion = 0;
    std::optional<Nanoseconds> kernelSpan, deviceIdle; ///< empty without kernels
    std::int64_t devices = 0;

    std::vector<StreamSummary> streams;
    GapTotals gaps; ///< per stream, between kernels only
    std::int64_t gapsOver0 = 0, overlaps = 0;
    Nanoseconds overlapTime = 0;

    std::int64_t runtimeCalls = 0, driverCalls = 0, graphLaunches = 0, links = 0, arrows = 0;
    LaunchSummary launches;

    std::vector<std::int64_t> kernelsPerStep;
    std::vector<Nanoseconds> stepTimes;
    std::optional<Nanoseconds> cold, warmMean, warmMedian; ///< the first step; the others
    std::optional<Nanoseconds> hostTime, endToEnd; ///< of the first annotation that launches device work
    CompiledRegions regions;

    std::vector<ImportProblem> warnings; ///< what makes figures doubtful, found after the import
};

[[nodiscard]] TraceFigures figuresOf(const Trace& trace);

/// Doubts that the import does not see: launches whose kernels the file does not hold.
[[nodiscard]] std::vector<ImportProblem> doubtsAbout(const Trace& trace, const TraceFigures& figures);

} // namespace twintrace
