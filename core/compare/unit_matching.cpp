// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/unit_matching.h"

#include "core/compare/match_scores.h"
#include "core/compare/sequence_alignment.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

namespace twintrace
{
namespace
{

/// Groups grow by joining pairs: a forest over the units of both sides.
class Joiner
{
  public:
    explicit Joiner(const Paired<std::vector<KernelUnit>>& units)
        : m_baselineSize(units.baseline.size()), m_parent(units.baseline.size() + units.candidate.size()),
          m_evidence(m_parent.size()), m_isTied(m_parent.size())
    {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }

    void join(std::size_t baseline, std::size_t candidate, MatchLayer layer, double confidence)
    {
        const std::size_t other = m_baselineSize + candidate;
        const std::size_t from = root(other);
        const std::size_t to = root(baseline);
        auto& evidence = m_evidence[std::min(from, to)];
        if (from != to) {
            const auto& moved = m_evidence[std::max(from, to)];
            evidence.insert(evidence.end(), moved.begin(), moved.end());
            m_parent[std::max(from, to)] = std::min(from, to);
        }
        evidence.push_back({layer, confidence});
        m_isTied[baseline] = m_isTied[other] = true;
    }

    [[nodiscard]] bool hasBaseline(std::size_t unit) const { return m_isTied[unit]; }
    [[nodiscard]] bool hasCandidate(std::size_t unit) const { return m_isTied[m_baselineSize + unit]; }

    [[nodiscard]] std::vector<UnitMatch> matches()
    {
        std::unordered_map<std::size_t, std::size_t> indexOf;
        std::vector<UnitMatch> result;
        for (std::size_t i = 0; i < m_parent.size(); ++i) {
            if (!m_isTied[i])
                continue;
            const auto [entry, isNew] = indexOf.try_emplace(root(i), result.size());
            if (isNew)
                result.push_back(judged(m_evidence[root(i)]));
            UnitMatch& match = result[entry->second];
            (i < m_baselineSize ? match.baseline : match.candidate)
                .push_back(i < m_baselineSize ? i : i - m_baselineSize);
        }
        return result;
    }

  private:
    struct Evidence {
        MatchLayer layer;
        double confidence;
    };

    std::size_t root(std::size_t i)
    {
        while (m_parent[i] != i)
            i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }

    /// The layer that tied most pairs names the match; its confidence is the mean of all.
    static UnitMatch judged(const std::vector<Evidence>& evidence)
    {
        std::array<std::size_t, 5> counts{};
        double sum = 0;
        for (const Evidence& one : evidence) {
            ++counts[static_cast<std::size_t>(one.layer)];
            sum += one.confidence;
        }
        UnitMatch match;
        match.layer =
            static_cast<MatchLayer>(std::max_element(counts.begin(), counts.end()) - counts.begin());
        match.confidence = evidence.empty() ? 0 : sum / static_cast<double>(evidence.size());
        return match;
    }

    std::size_t m_baselineSize;
    std::vector<std::size_t> m_parent;
    std::vector<std::vector<Evidence>> m_evidence;
    std::vector<bool> m_isTied;
};

class UnitMatcher
{
  public:
    UnitMatcher(const Paired<const Trace*>& traces, const Paired<ForwardShape>& shapes,
                const Paired<std::vector<KernelUnit>>& units)
        : m_scores(traces, shapes, units), m_units(units), m_joiner(units)
    {
    }

    std::vector<UnitMatch> run()
    {
        matchByNodes();
        matchAnchors();
        findPositions();
        matchBetweenAnchors();
        absorbLeftovers();
        return m_joiner.matches();
    }

  private:
    /// For each baseline unit with a graph node: the candidate unit that does that node. When several do (a
    /// product and the fused kernel that adds its bias), the one of the same kind of work; then the nearest
    /// in order.
    void matchByNodes()
    {
        std::unordered_map<std::string_view, std::vector<std::size_t>> doers;
        for (std::size_t j = 0; j < m_units.candidate.size(); ++j)
            for (const std::string_view node : m_scores.nodesOfCandidate(j))
                doers[node].push_back(j);
        for (std::size_t i = 0; i < m_units.baseline.size() && !doers.empty(); ++i) {
            std::size_t best = m_units.candidate.size();
            double most = 0;
            for (const std::string_view node : m_scores.nodesOfBaseline(i))
                if (const auto found = doers.find(node); found != doers.end())
                    for (const std::size_t j : found->second)
                        if (const double score = offered(i, j); score > most) {
                            most = score;
                            best = j;
                        }
            if (best < m_units.candidate.size())
                m_joiner.join(i, best, MatchLayer::Provenance, 0.98);
        }
    }

    /// A product that has its counterpart already is the second choice: others list its result among their
    /// inputs.
    double offered(std::size_t i, std::size_t j) const
    {
        const double score = m_scores.nodeScore(i, j);
        return score > 1.5 && m_units.baseline[i].isAnchor() && m_joiner.hasCandidate(j) ? score - 1.5
                                                                                         : score;
    }

    void matchAnchors()
    {
        std::vector<std::size_t> baseline, candidate;
        for (std::size_t i = 0; i < m_units.baseline.size(); ++i)
            if (m_units.baseline[i].isAnchor() && !m_joiner.hasBaseline(i))
                baseline.push_back(i);
        for (std::size_t j = 0; j < m_units.candidate.size(); ++j)
            if (m_units.candidate[j].isAnchor() && !m_joiner.hasCandidate(j))
                candidate.push_back(j);
        const auto score = [&](std::size_t i, std::size_t j) {
            return PairScore{m_scores.anchorScore(baseline[i], candidate[j]), false, false};
        };
        for (const auto& [i, j] : alignInOrder(baseline.size(), candidate.size(), score)) {
            const auto [layer, confidence] = m_scores.anchorEvidence(baseline[i], candidate[j]);
            m_joiner.join(baseline[i], candidate[j], layer, confidence);
        }
    }

    /// A unit's position is the number of tied anchors before it, so that the two sides share one ruler.
    void findPositions()
    {
        const auto positions = [](const std::vector<KernelUnit>& units, const auto& isTied) {
            std::vector<std::int64_t> result;
            std::int64_t passed = 0;
            for (std::size_t i = 0; i < units.size(); ++i) {
                result.push_back(passed);
                passed += units[i].isAnchor() && isTied(i) ? 1 : 0;
            }
            return result;
        };
        m_position.baseline =
            positions(m_units.baseline, [&](std::size_t i) { return m_joiner.hasBaseline(i); });
        m_position.candidate =
            positions(m_units.candidate, [&](std::size_t j) { return m_joiner.hasCandidate(j); });
    }

    void matchBetweenAnchors()
    {
        std::vector<std::size_t> baseline, candidate;
        for (std::size_t i = 0; i < m_units.baseline.size(); ++i)
            if (!m_joiner.hasBaseline(i))
                baseline.push_back(i);
        for (std::size_t j = 0; j < m_units.candidate.size(); ++j)
            if (!m_joiner.hasCandidate(j) || isGenerated(m_units.candidate[j].family))
                candidate.push_back(j);
        const auto score = [&](std::size_t i, std::size_t j) {
            const std::size_t b = baseline[i], c = candidate[j];
            return m_scores.betweenScore(b, c, m_position.candidate[c] - m_position.baseline[b]);
        };
        for (const auto& [i, j] : alignInOrder(baseline.size(), candidate.size(), score)) {
            const auto [layer, confidence] = m_scores.betweenEvidence(baseline[i], candidate[j]);
            m_joiner.join(baseline[i], candidate[j], layer, confidence);
        }
    }

    /// Small baseline work right behind an attention or a product, with nothing between these anchors on the
    /// other side: its layout or bias became part of the anchor.
    void absorbLeftovers()
    {
        std::vector<std::int64_t> anchorAt;
        std::vector<bool> hasCandidateBetween(m_units.candidate.size() + 2, false);
        for (std::size_t j = 0; j < m_units.candidate.size(); ++j) {
            if (m_units.candidate[j].isAnchor() && m_joiner.hasCandidate(j))
                anchorAt.push_back(static_cast<std::int64_t>(j));
            else
                hasCandidateBetween[static_cast<std::size_t>(m_position.candidate[j])] = true;
        }
        for (std::size_t i = 0; i < m_units.baseline.size(); ++i) {
            const auto position = static_cast<std::size_t>(m_position.baseline[i]);
            if (m_joiner.hasBaseline(i) || position == 0 || position > anchorAt.size() ||
                hasCandidateBetween[position])
                continue;
            const auto anchor = static_cast<std::size_t>(anchorAt[position - 1]);
            if (m_scores.canAbsorb(i, anchor))
                m_joiner.join(i, anchor, MatchLayer::Order, 0.5);
        }
    }

    MatchScores m_scores;
    const Paired<std::vector<KernelUnit>>& m_units;
    Joiner m_joiner;
    Paired<std::vector<std::int64_t>> m_position;
};

} // namespace

std::vector<UnitMatch> matchUnits(const Paired<const Trace*>& traces, const Paired<ForwardShape>& shapes,
                                  const Paired<std::vector<KernelUnit>>& units)
{
    return UnitMatcher(traces, shapes, units).run();
}

} // namespace twintrace
