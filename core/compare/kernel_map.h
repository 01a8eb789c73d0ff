// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/forward_shape.h"
#include "core/compare/paired.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What tied the kernels of a group together, surest first.
enum class MatchLayer : std::uint8_t {
    Provenance, ///< both sides say which nodes of the exported graph they do
    OpTree,     ///< the same operator launched them
    FusedName,  ///< the ops in the generated kernel's name
    Order,      ///< what lies between the same anchors
    Name,       ///< the same name, exactly or but for numbers and templates
};
[[nodiscard]] std::string_view
layerKey(MatchLayer layer); ///< "provenance", "op-tree", "fused-name", "order", "name"

/// What became of the kernels.
enum class GroupKind : std::uint8_t {
    Same,    ///< the very same kernels on both sides
    Fused,   ///< several became fewer
    Changed, ///< as many or more, but others
    Added,   ///< only in the candidate
    Removed, ///< only in the baseline
};
[[nodiscard]] std::string_view kindKey(GroupKind kind);

/// All executions of one kernel name within a group.
struct GroupKernel {
    std::string name;
    std::string shortName;
    KernelFamily family = KernelFamily::Other;
    std::int64_t count = 0;
    Nanoseconds time = 0;
    std::vector<EventId> executions; ///< to jump to and to expand
    std::string op;                  ///< operator that launched it, "" when not known
    std::string source;              ///< source line, "" when not known
    std::string module;
};

/// Baseline kernels and what they became; positions of a forward with the same story are one group.
struct KernelGroup {
    MatchLayer layer = MatchLayer::Name;
    GroupKind kind = GroupKind::Same;
    double confidence = 0;      ///< 0..1
    bool isOutside = false;     ///< of no forward: launched before the window, between marks, cold
    std::int64_t positions = 0; ///< of a forward
    std::string label;
    std::vector<GroupKernel> baseline, candidate;
    std::int64_t baselineCount = 0, candidateCount = 0;
    Nanoseconds baselineTime = 0, candidateTime = 0;
};

struct MapTotals {
    std::int64_t count = 0;
    Nanoseconds time = 0;
    std::int64_t matchedCount = 0;
    Nanoseconds matchedTime = 0;
    [[nodiscard]] double coverageByCount() const { return share(matchedCount, count); }
    [[nodiscard]] double coverageByTime() const { return share(matchedTime, time); }
    static double share(std::int64_t part, std::int64_t whole)
    {
        return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
    }
};

/// Every kernel of both traces in exactly one group; the sums over groups are the totals.
struct KernelMap {
    std::vector<KernelGroup> groups; ///< most time on either side first
    Paired<MapTotals> totals;
    Paired<std::int64_t> forwards;
};

[[nodiscard]] KernelMap mapKernels(Baseline<const Trace&> baseline, Candidate<const Trace&> candidate,
                                   const Paired<ForwardShape>& shapes);

} // namespace twintrace
