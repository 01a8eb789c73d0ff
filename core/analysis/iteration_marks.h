// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"

namespace twintrace
{

/// Marks for traces without ProfilerStep: of the annotations whose names are the same but for digits, come at
/// least twice, do not overlap and launch device work, the kind that covers the most work, the outermost
/// first; empty when there is none or it covers less than half of the work.
[[nodiscard]] std::vector<EventId> repeatedAnnotations(const Trace& trace,
                                                       const std::vector<DeviceItem>& device);

/// Lengths of the repeating parts of a sequence, for traces without any marks.
struct RepeatedPattern {
    std::size_t first = 0;  ///< where the first whole repetition starts
    std::size_t length = 0; ///< 0 = nothing repeats
    std::size_t count = 0;
};

/// The shortest length at which 98 % of the sequence agrees with itself and repeats at least twice. Inner
/// layers repeat too, but their seams disagree. Tries the distances between occurrences of the rarest key
/// that comes twice.
[[nodiscard]] RepeatedPattern findRepeatedPattern(const std::vector<std::uint32_t>& sequence);

} // namespace twintrace
