// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace twintrace
{

/// A call that queues kernels: cudaLaunchKernel, …ExC, cuLaunchKernel(Ex), cooperative ones, graph launches,
/// hip's.
[[nodiscard]] bool isKernelLaunch(std::string_view call);
/// cudaGraphLaunch, cuGraphLaunch, hipGraphLaunch: one call, many kernels.
[[nodiscard]] bool isGraphLaunch(std::string_view call);

/// All launches through one API function.
struct LaunchApiRow {
    StringId api;
    std::int64_t calls = 0;   ///< that launched at least one kernel, or could have
    std::int64_t kernels = 0; ///< launched by them
    Nanoseconds time = 0;     ///< spent in the calls
};

/// From the start of a launch call to the start of its first kernel, split in three that add up.
struct LaunchDelay {
    std::int64_t launches = 0; ///< with a kernel that does not start before its launch
    Nanoseconds api = 0;       ///< inside the call (up to the kernel's start)
    Nanoseconds queue = 0;     ///< after it, while the stream still worked on something earlier
    Nanoseconds delay = 0;     ///< the rest
    [[nodiscard]] Nanoseconds total() const { return api + queue + delay; }
};

struct LaunchSummary {
    std::vector<LaunchApiRow> apis; ///< most kernels first
    LaunchDelay delay;              ///< sums over all launches
    std::int64_t deepestQueue = 0;
    std::int64_t graphLaunches = 0;
    std::int64_t launchesWithoutKernels =
        0;                      ///< kernel or graph launches whose correlation no device record has
    EventId firstWithoutKernel; ///< the first of them
    std::int64_t kernelsWithoutLaunch = 0; ///< with a correlation id that no launch of the file has
    std::int64_t kernelsBeforeLaunch = 0;  ///< clock skew
    std::int64_t mostKernelsPerLaunch = 0;
    std::optional<Nanoseconds> shortestLaunchToStart; ///< negative ones included
};
[[nodiscard]] LaunchSummary summariseLaunches(const Trace& trace);

/// Launches of kernels made in the iterations, all taken together.
struct IterationLaunches {
    std::int64_t launches = 0; ///< calls that launched at least one kernel
    std::int64_t graphLaunches = 0;
};
[[nodiscard]] IterationLaunches launchesWithin(const Trace& trace, const Iterations& iterations);

} // namespace twintrace
