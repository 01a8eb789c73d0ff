// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics.h"

#include <optional>

namespace twintrace
{

/// After how many calls compiling has paid off. Empty = never.
struct BreakEven {
    std::optional<double> calls;
    std::optional<double> low;  ///< fewest calls within the speed-up's 95 % interval
    std::optional<double> high; ///< most; empty = it may never pay off
};

/// N* = added first-call cost / time saved a call. 0 when nothing was added and nothing is lost a call; never
/// when nothing is saved. The interval follows from the speed-up's: saved = baseline * (1 - 1 / speed-up).
[[nodiscard]] BreakEven breakEven(double addedFirstCallMs, double baselineUs, const RatioEstimate& speedup);

} // namespace twintrace
