// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu_idle.h"

#include <array>
#include <cstdint>
#include <vector>

namespace twintrace
{

/// Gaps of one range of lengths.
struct GapBin {
    Nanoseconds from = 0; ///< gaps of at least this
    Nanoseconds to = 0;   ///< and less than this
    std::int64_t count = 0;
    std::array<std::int64_t, kGapCauses.size()> byCause{};
};

/// Gaps by length in half decades from 1 µs (1–3, 3–10, 10–30 µs …) up to the longest; the last bin is never
/// empty. The bins partition the gaps; no gaps give no bins.
[[nodiscard]] std::vector<GapBin> gapHistogram(const std::vector<Gap>& gaps);

} // namespace twintrace
