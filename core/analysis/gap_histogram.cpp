// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gap_histogram.h"

#include <algorithm>

namespace twintrace
{

std::vector<GapBin> gapHistogram(const std::vector<Gap>& gaps)
{
    Nanoseconds longest = 0;
    for (const Gap& gap : gaps)
        longest = std::max(longest, gap.length());
    std::vector<GapBin> bins;
    if (gaps.empty())
        return bins;
    for (Nanoseconds from = kCountedGap; bins.empty() || bins.back().to <= longest;) {
        // 1, 3, 10, 30 … of the unit: short and readable edges, even on a logarithmic axis.
        const bool isDecade = bins.size() % 2 == 0;
        const Nanoseconds to = isDecade ? from * 3 : from / 3 * 10;
        bins.push_back({from, to, 0, {}});
        from = to;
    }
    for (const Gap& gap : gaps) {
        const auto after =
            std::upper_bound(bins.begin(), bins.end(), gap.length(),
                             [](Nanoseconds length, const GapBin& bin) { return length < bin.from; });
        GapBin& bin = after == bins.begin() ? bins.front() : *(after - 1);
        ++bin.count;
        ++bin.byCause[static_cast<std::size_t>(gap.cause)];
    }
    return bins;
}

} // namespace twintrace
