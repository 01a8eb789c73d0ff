// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu_idle.h"
#include "core/analysis/iterations.h"
#include "core/analysis/kernel_name.h"
#include "core/model/session.h"

#include <array>
#include <cstdint>

namespace twintrace
{

/// What all forwards of a trace did together, cold ones left out; divide by `forwards`. Integer, so that
/// parts add up. The time of a forward splits without rest into leadIn + busy + gaps (counted and short) +
/// tail on its device.
struct ForwardWork {
    std::int64_t forwards = 0;
    bool areCpuKernels = false;
    bool isEstimated = false;             ///< forwards were not marked in the trace
    bool hasUnreliableGaps = false;       ///< records are missing: gaps may be no gaps
    std::int64_t kernels = 0, copies = 0; ///< copies: memcpy and memset
    std::int64_t launches = 0, graphLaunches = 0;
    Nanoseconds kernelTime = 0; ///< sum of kernel durations
    Nanoseconds kernelBusy = 0; ///< union of kernels inside each forward
    Nanoseconds copyBusy = 0;   ///< what copies and fills add to that union
    GapTotals gaps;             ///< device gaps over 1 µs between two pieces of work of one forward
    Nanoseconds shortGaps = 0;  ///< the others
    Nanoseconds leadIn =
        0; ///< from the forward's begin to its first device work: Python, dispatch, first launch
    Nanoseconds tail = 0;     ///< from its last device work to its end: synchronisation and return
    Nanoseconds endToEnd = 0; ///< all of it
    struct FamilyTotal {
        std::int64_t count = 0;
        Nanoseconds time = 0;
    };
    std::array<FamilyTotal, kKernelFamilyCount> families{};
    [[nodiscard]] Nanoseconds busy() const { return kernelBusy + copyBusy; }
};

[[nodiscard]] ForwardWork forwardWork(const Trace& trace, const Iterations& iterations);

/// Records of a device are missing: some graph launch shows fewer kernels than another of the same shape,
/// launches have no records, or the file says that records were dropped. Gaps may then be no gaps.
[[nodiscard]] bool isUnderRecorded(const Trace& trace);

/// Means a forward for session.json.
[[nodiscard]] PerForward perForward(const Trace& trace);

} // namespace twintrace
