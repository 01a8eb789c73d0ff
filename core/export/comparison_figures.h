// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/trace_comparison.h"

#include <string>
#include <vector>

namespace twintrace
{

/// The mean a forward of a count as text with at most three decimals ("174", "66.667").
[[nodiscard]] std::string countAForward(std::int64_t total, std::int64_t forwards);
/// The mean a forward of a time, whole nanoseconds.
[[nodiscard]] Nanoseconds timeAForward(Nanoseconds total, std::int64_t forwards);
/// candidate - baseline, both means a forward, as text with at most three decimals.
[[nodiscard]] std::string countDelta(const KernelMap& map, const KernelGroup& group);
[[nodiscard]] Nanoseconds timeDelta(const KernelMap& map, const KernelGroup& group);

/// One row of the figures table that text and Markdown share.
struct FigureRow {
    std::string title;
    std::string baseline, candidate;
};
[[nodiscard]] std::vector<FigureRow> figureRows(const TraceComparison& comparison);

/// Kernels of one side of a group in a few words: "6 × silu, 3 × mul".
[[nodiscard]] std::string kernelsInWords(const std::vector<GroupKernel>& kernels, std::int64_t forwards);

} // namespace twintrace
