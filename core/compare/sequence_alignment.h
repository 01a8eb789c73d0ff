// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace twintrace
{

/// Two positions that belong together.
using AlignedPair = std::pair<std::size_t, std::size_t>;

/// How two elements may be joined.
struct PairScore {
    double score = 0;              ///< 0 = not at all
    bool mayJoinBaseline = false;  ///< further baseline elements may join the same candidate element (N:1)
    bool mayJoinCandidate = false; ///< further candidate elements may join the same baseline element (1:N)
};
using ScoreFunction = std::function<PairScore(std::size_t baseline, std::size_t candidate)>;

/// The pairs, in order on both sides, whose scores add up to the most. Dynamic programming over all cells;
/// sequences too long for that are cut into blocks at the same share of both, at the price of pairs across a
/// cut.
[[nodiscard]] std::vector<AlignedPair> alignInOrder(std::size_t baselineSize, std::size_t candidateSize,
                                                    const ScoreFunction& score);

/// Longest common subsequence of keys: for each element of `sequence` the index of its partner in
/// `reference`, or -1.
[[nodiscard]] std::vector<std::int64_t> alignEqual(const std::vector<std::uint32_t>& sequence,
                                                   const std::vector<std::uint32_t>& reference);

} // namespace twintrace
