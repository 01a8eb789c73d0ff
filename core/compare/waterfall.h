// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/forward_work.h"
#include "core/compare/paired.h"

#include <string>
#include <vector>

namespace twintrace
{

/// One step from the baseline's forward time to the candidate's.
struct WaterfallStep {
    std::string key;       ///< "kernel_time", "fewer_host_waits" …
    std::string title;     ///< "less kernel time"
    Nanoseconds delta = 0; ///< candidate - baseline, a forward; negative = saved
};

/// Where the difference of two forward times comes from. The steps sum exactly to candidate - baseline.
struct Waterfall {
    Nanoseconds baseline = 0; ///< mean time of a forward, end to end, as the sum of its rounded parts
    Nanoseconds candidate = 0;
    std::vector<WaterfallStep> steps;
};

/// Parts: kernel time, copies, gaps by cause (host waits split into fewer of them and shorter ones), gaps too
/// short to count, what comes before the first kernel (Python and dispatch), and what comes after the last.
[[nodiscard]] Waterfall waterfallOf(const Paired<ForwardWork>& work);

} // namespace twintrace
