// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/time_scale.h"

namespace twintrace
{

/// How the candidate's time lies against the baseline's: candidateAnchor stands under baselineAnchor. With a
/// scale, a stretch of `baselineLength` on the baseline is as wide on screen as `candidateLength` on the
/// candidate. Whole numbers only, so that aligning never drifts however often one pans and zooms.
struct TwinAlignment {
    Nanoseconds baselineAnchor = 0;
    Nanoseconds candidateAnchor = 0;
    Nanoseconds baselineLength = 1;
    Nanoseconds candidateLength = 1;

    [[nodiscard]] bool isScaled() const { return baselineLength != candidateLength; }
    [[nodiscard]] Nanoseconds toCandidate(Nanoseconds baselineTime) const;
    [[nodiscard]] Nanoseconds toBaseline(Nanoseconds candidateTime) const;
    [[nodiscard]] TimeWindow toCandidate(TimeWindow baseline) const;
    [[nodiscard]] TimeWindow toBaseline(TimeWindow candidate) const;
};

} // namespace twintrace
