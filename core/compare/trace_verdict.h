// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/trace_comparison.h"

#include <string>
#include <vector>

namespace twintrace
{

/// From the first to the last work of a forward: host waits above 40 % = launch-bound; busy above 85 % =
/// GPU-bound.
[[nodiscard]] Bottleneck bottleneckOf(const ForwardWork& work);

/// "The candidate runs 67 kernels a forward instead of 174; its forward takes 2.84 ms against 9.60 ms in
/// these recordings: …". Times of a recording carry the recorder's cost, and the sentence says so.
[[nodiscard]] std::string comparisonSentence(const TraceComparison& comparison);

/// What would help the candidate next: a CUDA graph, a larger batch, removing graph breaks, fewer
/// synchronisations.
[[nodiscard]] std::vector<std::string> adviceFor(const Trace& baseline, const Trace& candidate,
                                                 const TraceComparison& comparison);

} // namespace twintrace
