// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace twintrace
{

/// Whether a run of durations, in the order measured, still moves.
struct Drift {
    double relative =
        0; ///< slope over the whole run, as a share of the median; negative = still getting faster
    double zScore = 0; ///< Mann-Kendall: how many sigmas the trend is from none
    bool isSteady = false;
};

/// A trend is called drift when it is both visible (more than 2 % over the run) and more than chance (|z|
/// > 2.58, one in a hundred). Slope by Theil and Sen over at most 60 block medians, so that outliers do not
/// tell. Fewer than eight samples are never steady: too few to say.
[[nodiscard]] Drift measureDrift(std::span<const double> durations);

} // namespace twintrace
