// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"
#include "core/compare/paired.h"
#include "core/model/trace.h"

#include <string>
#include <vector>

namespace twintrace
{

/// One thing in which two runs differ, said before any number.
struct Difference {
    std::string what;     ///< "device", "iterations", "driver" …
    std::string baseline; ///< what the baseline has; "not recorded" when it says nothing
    std::string candidate;
    bool isSerious = false; ///< times of the two cannot be held against each other
    std::string sentence;
};

struct Comparability {
    std::vector<Difference> differences; ///< serious ones first
    [[nodiscard]] bool isOk() const { return differences.empty() || !differences.front().isSerious; }
};

/// Holds what the two files say about their runs against each other: devices, kernels on GPU or CPU, driver,
/// CUDA and CUPTI versions, iterations found and how, recording options, doubtful clocks, missing records.
[[nodiscard]] Comparability compareConditions(Baseline<const Trace&> baseline,
                                              Candidate<const Trace&> candidate,
                                              const Paired<Iterations>& iterations);

} // namespace twintrace
