// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/kernel_map.h"
#include "core/compare/kernel_units.h"

#include <vector>

namespace twintrace
{

/// Units of both sides that belong together, and why.
struct UnitMatch {
    std::vector<std::size_t> baseline, candidate;
    MatchLayer layer = MatchLayer::Name;
    double confidence = 0;
};

/// Ties units together, surest evidence first: graph nodes; anchors in order; ops in generated names, in
/// order and not far from their anchors; what is left between the same two anchors. Each unit is in at most
/// one match.
[[nodiscard]] std::vector<UnitMatch> matchUnits(const Paired<const Trace*>& traces,
                                                const Paired<ForwardShape>& shapes,
                                                const Paired<std::vector<KernelUnit>>& units);

} // namespace twintrace
