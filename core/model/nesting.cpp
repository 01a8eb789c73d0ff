// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slice_order.h"

#include <algorithm>
#include <limits>

namespace twintrace
{
namespace
{

struct Open {
    Nanoseconds end;
    std::uint32_t id;
    std::uint16_t depth;
};

// More slices open at once than this only happens in damaged files; searching them all would take quadratic
// time.
constexpr std::size_t kSearchedOpen = 256;
constexpr std::uint32_t kSweepInterval = 4096;
constexpr std::uint16_t kDeepest = std::numeric_limits<std::uint16_t>::max();

std::uint16_t nextDepth(std::uint16_t depth)
{
    return depth == kDeepest ? depth : static_cast<std::uint16_t>(depth + 1);
}

// First lane below `parentDepth` that no open slice uses.
std::uint16_t freeLane(const std::vector<Open>& open, std::uint16_t first)
{
    std::uint16_t lane = first;
    while (lane != kDeepest && std::ranges::find(open, lane, &Open::depth) != open.end())
        ++lane;
    return lane;
}

} // namespace

std::uint16_t nestTrack(EventColumns& columns, EventRange range)
{
    std::vector<Open> open;
    std::size_t crossing = 0; // open slices that do not lie inside the one below them
    std::uint16_t lanes = 0;
    for (std::uint32_t i = range.first; i < range.last; ++i) {
        const Nanoseconds begin = columns.begin[i];
        const Nanoseconds end = saturatingAdd(begin, columns.duration[i]);
        while (!open.empty() && open.back().end <= begin)
            open.pop_back();
        if (crossing != 0 && (open.size() <= kSearchedOpen || i % kSweepInterval == 0)) {
            std::erase_if(open, [begin](const Open& slice) { return slice.end <= begin; });
            if (std::ranges::is_sorted(open, std::greater(), &Open::end))
                crossing = 0;
        }

        std::uint16_t depth = 0;
        EventId parent;
        if (!open.empty() && end > open.back().end) {
            columns.flags[i] |= kCrossesParent;
            ++crossing;
        }
        if (crossing == 0 || open.size() > kSearchedOpen) {
            if (!open.empty()) {
                depth = nextDepth(open.back().depth);
                if (end <= open.back().end)
                    parent = EventId(open.back().id);
            }
        } else {
            const auto enclosing = std::find_if(open.rbegin(), open.rend(),
                                                [end](const Open& slice) { return slice.end >= end; });
            if (enclosing != open.rend())
                parent = EventId(enclosing->id);
            depth = freeLane(open, enclosing == open.rend() ? 0 : nextDepth(enclosing->depth));
        }
        columns.depth[i] = depth;
        columns.parent[i] = parent;
        lanes = std::max(lanes, nextDepth(depth));
        if (end > begin)
            open.push_back({end, i, depth});
    }
    return lanes;
}

} // namespace twintrace
