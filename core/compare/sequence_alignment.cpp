// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/sequence_alignment.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kMostCellsABlock = 4e6; // 36 MB of scores and steps
constexpr double kMostCells = 1e8;       // a second or two

enum class Step : std::uint8_t { SkipBaseline, SkipCandidate, Pair, JoinBaseline, JoinCandidate };

struct Block {
    std::size_t baselineFirst, baselineLast, candidateFirst, candidateLast;
};

void alignBlock(const Block& block, const ScoreFunction& score, std::vector<AlignedPair>& pairs)
{
    const std::size_t rows = block.baselineLast - block.baselineFirst;
    const std::size_t columns = block.candidateLast - block.candidateFirst;
    std::vector<double> best((rows + 1) * (columns + 1), 0);
    std::vector<Step> steps((rows + 1) * (columns + 1), Step::SkipBaseline);
    const auto at = [=](std::size_t i, std::size_t j) { return i * (columns + 1) + j; };
    for (std::size_t j = 1; j <= columns; ++j)
        steps[at(0, j)] = Step::SkipCandidate;
    for (std::size_t i = 1; i <= rows; ++i)
        for (std::size_t j = 1; j <= columns; ++j) {
            double most = best[at(i - 1, j)];
            Step step = Step::SkipBaseline;
            const auto offer = [&](double value, Step offered) {
                if (value > most) {
                    most = value;
                    step = offered;
                }
            };
            offer(best[at(i, j - 1)], Step::SkipCandidate);
            const PairScore pair = score(block.baselineFirst + i - 1, block.candidateFirst + j - 1);
            if (pair.score > 0) {
                offer(best[at(i - 1, j - 1)] + pair.score, Step::Pair);
                if (pair.mayJoinBaseline)
                    offer(best[at(i - 1, j)] + pair.score, Step::JoinBaseline);
                if (pair.mayJoinCandidate)
                    offer(best[at(i, j - 1)] + pair.score, Step::JoinCandidate);
            }
            best[at(i, j)] = most;
            steps[at(i, j)] = step;
        }
    const std::size_t first = pairs.size();
    for (std::size_t i = rows, j = columns; i > 0 && j > 0;) {
        const Step step = steps[at(i, j)];
        if (step == Step::Pair || step == Step::JoinBaseline || step == Step::JoinCandidate)
            pairs.emplace_back(block.baselineFirst + i - 1, block.candidateFirst + j - 1);
        i -= step == Step::SkipCandidate || step == Step::JoinCandidate ? 0 : 1;
        j -= step == Step::SkipBaseline || step == Step::JoinBaseline ? 0 : 1;
    }
    std::reverse(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end());
}

} // namespace

std::vector<AlignedPair> alignInOrder(std::size_t baselineSize, std::size_t candidateSize,
                                      const ScoreFunction& score)
{
    std::vector<AlignedPair> pairs;
    if (baselineSize == 0 || candidateSize == 0)
        return pairs;
    // n blocks of b/n x c/n cells: few enough cells for memory in each, few enough in all for time.
    const double cells = static_cast<double>(baselineSize) * static_cast<double>(candidateSize);
    const auto blocks = static_cast<std::size_t>(
        std::ceil(std::max(std::sqrt(cells / kMostCellsABlock), cells / kMostCells)));
    for (std::size_t block = 0; block < blocks; ++block)
        alignBlock({baselineSize * block / blocks, baselineSize * (block + 1) / blocks,
                    candidateSize * block / blocks, candidateSize * (block + 1) / blocks},
                   score, pairs);
    return pairs;
}

std::vector<std::int64_t> alignEqual(const std::vector<std::uint32_t>& sequence,
                                     const std::vector<std::uint32_t>& reference)
{
    std::vector<std::int64_t> partner(sequence.size(), -1);
    std::size_t head = 0;
    const std::size_t shorter = std::min(sequence.size(), reference.size());
    while (head < shorter && sequence[head] == reference[head]) {
        partner[head] = static_cast<std::int64_t>(head);
        ++head;
    }
    std::size_t tail = 0;
    while (tail < shorter - head &&
           sequence[sequence.size() - 1 - tail] == reference[reference.size() - 1 - tail]) {
        partner[sequence.size() - 1 - tail] = static_cast<std::int64_t>(reference.size() - 1 - tail);
        ++tail;
    }
    const auto equal = [&](std::size_t i, std::size_t j) {
        return PairScore{sequence[head + i] == reference[head + j] ? 1.0 : 0.0, false, false};
    };
    for (const auto& [i, j] :
         alignInOrder(sequence.size() - head - tail, reference.size() - head - tail, equal))
        partner[head + i] = static_cast<std::int64_t>(head + j);
    return partner;
}

} // namespace twintrace
