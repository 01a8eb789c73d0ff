// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/kernel_map.h"
#include "core/compare/kernel_units.h"
#include "core/compare/sequence_alignment.h"

#include <string>
#include <utility>
#include <vector>

namespace twintrace
{

/// How well two units fit together. The figures only have to be in the right order: exact names above the
/// same op above the same kind of work above the same place.
class MatchScores
{
  public:
    MatchScores(const Paired<const Trace*>& traces, const Paired<ForwardShape>& shapes,
                const Paired<std::vector<KernelUnit>>& units)
        : m_traces(traces), m_shapes(shapes), m_units(units)
    {
    }
    using LayerAndConfidence = std::pair<MatchLayer, double>;

    [[nodiscard]] std::vector<std::string_view> nodesOfBaseline(std::size_t unit) const;
    [[nodiscard]] std::vector<std::string_view> nodesOfCandidate(std::size_t unit) const;
    /// For units that share a graph node.
    [[nodiscard]] double nodeScore(std::size_t baseline, std::size_t candidate) const;

    /// For two anchors; 0 = another kind of work.
    [[nodiscard]] double anchorScore(std::size_t baseline, std::size_t candidate) const;
    [[nodiscard]] LayerAndConfidence anchorEvidence(std::size_t baseline, std::size_t candidate) const;

    /// For work between anchors; `distance` is how many anchors the candidate lies behind the baseline.
    [[nodiscard]] PairScore betweenScore(std::size_t baseline, std::size_t candidate,
                                         std::int64_t distance) const;
    [[nodiscard]] LayerAndConfidence betweenEvidence(std::size_t baseline, std::size_t candidate) const;

    /// Whether the candidate anchor can do the baseline unit's work inside itself.
    [[nodiscard]] bool canAbsorb(std::size_t baseline, std::size_t candidateAnchor) const;

  private:
    [[nodiscard]] const KernelSlot& leader(const ForwardShape& shape, const KernelUnit& unit) const
    {
        return shape.slots[unit.leader];
    }
    [[nodiscard]] std::string_view baselineName(std::size_t unit) const;
    [[nodiscard]] std::string_view candidateName(std::size_t unit) const;
    [[nodiscard]] bool haveSameOp(std::size_t baseline, std::size_t candidate) const;
    /// An op around the plain side's kernel stands in the generated side's name.
    [[nodiscard]] bool namesItsOp(std::size_t baseline, std::size_t candidate) const;

    Paired<const Trace*> m_traces;
    const Paired<ForwardShape>& m_shapes;
    const Paired<std::vector<KernelUnit>>& m_units;
};

} // namespace twintrace
