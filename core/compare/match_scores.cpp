// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/match_scores.h"

#include <algorithm>
#include <cstdlib>

namespace twintrace
{
namespace
{

constexpr std::int64_t kMostDistance = 3; // a generated kernel waits for its last input, past a few products

std::vector<std::string_view> nodesOf(const ForwardShape& shape, const KernelUnit& unit)
{
    std::vector<std::string_view> nodes;
    for (const std::size_t slot : unit.slots)
        nodes.insert(nodes.end(), shape.slots[slot].origin.nodes.begin(),
                     shape.slots[slot].origin.nodes.end());
    return nodes;
}

bool holdsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [=](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// A Triton template made for this kind of work.
bool isTemplateFor(const KernelUnit& unit, KernelFamily family)
{
    if (unit.family != KernelFamily::TritonTemplate)
        return false;
    switch (family) {
    case KernelFamily::Gemm:
        return holdsAny(unit.fused, {"_mm_", "_bmm_", "_addmm_", "_baddbmm_", "_linear_"}) ||
               unit.fused.empty();
    case KernelFamily::Conv:
        return holdsAny(unit.fused, {"_convolution_", "_conv"});
    case KernelFamily::Attention:
        return holdsAny(unit.fused, {"attention", "_flex"});
    default:
        return false;
    }
}

bool isSmall(const KernelUnit& unit)
{
    return unit.family == KernelFamily::Elementwise || unit.family == KernelFamily::Reduction ||
           unit.family == KernelFamily::Other;
}

bool namesOpOf(const ForwardShape& shape, const KernelUnit& plain, const KernelUnit& generated)
{
    if (generated.fused.empty())
        return false;
    for (const std::size_t slot : plain.slots)
        for (const std::string_view op : shape.slots[slot].ops)
            if (fusedPartHolds(generated.fused, op))
                return true;
    return false;
}

} // namespace

std::vector<std::string_view> MatchScores::nodesOfBaseline(std::size_t unit) const
{
    return nodesOf(m_shapes.baseline, m_units.baseline[unit]);
}

std::vector<std::string_view> MatchScores::nodesOfCandidate(std::size_t unit) const
{
    return nodesOf(m_shapes.candidate, m_units.candidate[unit]);
}

std::string_view MatchScores::baselineName(std::size_t unit) const
{
    return m_traces.baseline->text(leader(m_shapes.baseline, m_units.baseline[unit]).name);
}

std::string_view MatchScores::candidateName(std::size_t unit) const
{
    return m_traces.candidate->text(leader(m_shapes.candidate, m_units.candidate[unit]).name);
}

bool MatchScores::haveSameOp(std::size_t baseline, std::size_t candidate) const
{
    const std::string& op = m_units.baseline[baseline].op;
    return !op.empty() && op == m_units.candidate[candidate].op;
}

bool MatchScores::namesItsOp(std::size_t baseline, std::size_t candidate) const
{
    return namesOpOf(m_shapes.baseline, m_units.baseline[baseline], m_units.candidate[candidate]) ||
           namesOpOf(m_shapes.candidate, m_units.candidate[candidate], m_units.baseline[baseline]);
}

double MatchScores::nodeScore(std::size_t baseline, std::size_t candidate) const
{
    const KernelUnit& before = m_units.baseline[baseline];
    const KernelUnit& after = m_units.candidate[candidate];
    // An extern kernel lists the nodes of its inputs too, so a node only ties work of the same kind: products
    // to products, everything else to generated kernels or to other small work.
    if (before.isAnchor()) {
        if (before.isAttention != after.isAttention ||
            (before.family != after.family && !isTemplateFor(after, before.family) && !before.isAttention))
            return 0;
    } else if (after.isAnchor()) {
        return 0;
    }
    double score = isGenerated(after.family) || before.isAnchor() ? 3 : 2;
    score += namesItsOp(baseline, candidate) ? 1 : 0;
    // The nearest in relative order decides between equals.
    const double here = static_cast<double>(baseline) / static_cast<double>(m_units.baseline.size());
    const double there = static_cast<double>(candidate) / static_cast<double>(m_units.candidate.size());
    return score + 0.5 * (1 - std::abs(here - there));
}

double MatchScores::anchorScore(std::size_t baseline, std::size_t candidate) const
{
    const KernelUnit& before = m_units.baseline[baseline];
    const KernelUnit& after = m_units.candidate[candidate];
    if (before.isAttention != after.isAttention && !isTemplateFor(after, before.family) &&
        !isTemplateFor(before, after.family))
        return 0;
    if (before.isAttention && after.isAttention)
        return 6;
    double score = 0;
    if (before.family == after.family)
        score = 3;
    else if (isTemplateFor(after, before.family) || isTemplateFor(before, after.family))
        score = 3;
    else if ((before.family == KernelFamily::Gemm && after.family == KernelFamily::Conv) ||
             (before.family == KernelFamily::Conv && after.family == KernelFamily::Gemm))
        score = 1; // a 1x1 convolution is a product
    if (score == 0)
        return 0;
    score += baselineName(baseline) == candidateName(candidate) ? 1 : 0;
    score += before.canonical == after.canonical ? 0.5 : 0;
    return score + (haveSameOp(baseline, candidate) ? 0.5 : 0);
}

MatchScores::LayerAndConfidence MatchScores::anchorEvidence(std::size_t baseline, std::size_t candidate) const
{
    if (haveSameOp(baseline, candidate))
        return {MatchLayer::OpTree, 0.9};
    if (namesItsOp(baseline, candidate))
        return {MatchLayer::FusedName, 0.85};
    if (baselineName(baseline) == candidateName(candidate))
        return {MatchLayer::Order, 0.85}; // in order between the same neighbours, and the same kernel
    return {MatchLayer::Order, m_units.baseline[baseline].isAttention ? 0.8 : 0.7};
}

PairScore MatchScores::betweenScore(std::size_t baseline, std::size_t candidate, std::int64_t distance) const
{
    const KernelUnit& before = m_units.baseline[baseline];
    const KernelUnit& after = m_units.candidate[candidate];
    if (before.isAnchor() != after.isAnchor() && !isGenerated(after.family) && !isGenerated(before.family))
        return {};
    if (before.isAnchor())
        return {}; // anchors were matched in order among themselves
    PairScore pair;
    const bool isNear = distance >= -1 && distance <= kMostDistance;
    if (!isNear)
        return {};
    // A template takes work into its epilogue (right behind it) or prologue (right before it). Its name lists
    // its inputs too, so a fused kernel in the same place goes first.
    const bool isTemplate = after.isAnchor();
    const bool isBeside = distance == -1 || distance == 0;
    if (baselineName(baseline) == candidateName(candidate))
        pair.score = 6;
    else if (haveSameOp(baseline, candidate))
        pair.score = 5;
    else if (namesItsOp(baseline, candidate))
        pair.score = !isTemplate ? 4 : isBeside ? 3.7 : 1.6;
    else if (before.canonical == after.canonical)
        pair.score = 4;
    else if (distance == 0 && !after.isAnchor() && (isSmall(before) || isGenerated(before.family)) &&
             (isSmall(after) || isGenerated(after.family)))
        pair.score = 0.5;
    if (pair.score == 0)
        return {};
    if (isTemplate && isBeside)
        pair.score += distance == -1 ? 0.75 : 0.7;
    else
        pair.score += distance == 0 ? 1 : 0.5 / static_cast<double>(1 + std::abs(distance));
    pair.mayJoinBaseline = isGenerated(after.family) && !isGenerated(before.family);
    pair.mayJoinCandidate = isGenerated(before.family) && !isGenerated(after.family);
    return pair;
}

MatchScores::LayerAndConfidence MatchScores::betweenEvidence(std::size_t baseline,
                                                             std::size_t candidate) const
{
    if (haveSameOp(baseline, candidate))
        return {MatchLayer::OpTree, 0.9};
    if (namesItsOp(baseline, candidate))
        return {MatchLayer::FusedName, 0.85};
    if (baselineName(baseline) == candidateName(candidate))
        return {MatchLayer::Name, 0.9};
    if (m_units.baseline[baseline].canonical == m_units.candidate[candidate].canonical)
        return {MatchLayer::Name, 0.7};
    return {MatchLayer::Order, 0.5};
}

bool MatchScores::canAbsorb(std::size_t baseline, std::size_t candidateAnchor) const
{
    const KernelUnit& work = m_units.baseline[baseline];
    const KernelUnit& anchor = m_units.candidate[candidateAnchor];
    if (!isSmall(work))
        return false;
    if (anchor.isAttention)
        return true; // fused attention scales, masks and writes in the layout that follows
    // A product with an epilogue: addmm, or a template that names the op.
    return anchor.op.find("addmm") != std::string::npos || anchor.op.find("linear") != std::string::npos ||
           namesItsOp(baseline, candidateAnchor);
}

} // namespace twintrace
