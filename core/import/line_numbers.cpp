// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/line_numbers.h"

#include <algorithm>
#include <numeric>

namespace twintrace
{

std::vector<std::uint64_t> linesOf(ByteSource& source, const std::vector<std::uint64_t>& places,
                                   const Progress& progress)
{
    std::vector<std::uint64_t> lines(places.size(), 0);
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&places](std::size_t i) { return places[i]; });
    std::vector<char> text(std::size_t{1} << 20);
    std::uint64_t offset = 0;
    std::uint64_t newlines = 0;
    std::size_t next = 0;
    while (next < order.size() && !progress.isCancelled()) {
        const auto got = source.read(text.data(), text.size());
        if (!got)
            break;
        const bool isEnd = *got < text.size();
        const char* counted = text.data();
        const char* const end = text.data() + *got;
        for (; next < order.size() && (places[order[next]] < offset + *got || isEnd); ++next) {
            const char* const at = text.data() + std::min<std::uint64_t>(places[order[next]] - offset,
                                                                         static_cast<std::uint64_t>(*got));
            newlines += static_cast<std::uint64_t>(std::count(counted, at, '\n'));
            counted = at;
            lines[order[next]] = newlines + 1;
        }
        newlines += static_cast<std::uint64_t>(std::count(counted, end, '\n'));
        offset += *got;
        if (isEnd)
            break;
    }
    return lines;
}

} // namespace twintrace
