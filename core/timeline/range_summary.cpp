// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/range_summary.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace twintrace
{
namespace
{

using Span = std::pair<Nanoseconds, Nanoseconds>;

void add(RangeTotals& totals, Nanoseconds inside)
{
    ++totals.count;
    totals.sum = saturatingAdd(totals.sum, inside);
}

Nanoseconds unionOf(std::vector<Span>& spans)
{
    std::sort(spans.begin(), spans.end());
    Nanoseconds total = 0;
    Nanoseconds reached = std::numeric_limits<Nanoseconds>::min();
    for (const auto& [begin, end] : spans) {
        if (end > reached)
            total += end - std::max(begin, reached);
        reached = std::max(reached, end);
    }
    return total;
}

using Names = std::unordered_map<std::uint64_t, RangeName>;

void addName(Names& names, const Trace& trace, EventId event, Nanoseconds inside)
{
    const StringId name = trace.events.name[event.value()];
    const CategoryId category = trace.events.category[event.value()];
    RangeName& entry = names[(std::uint64_t(name.value()) << 16U) | category.value()];
    entry.name = name;
    entry.kind = trace.kind(event);
    add(entry.totals, inside);
}

bool isWanted(const std::vector<TrackId>& tracks, TrackId track)
{
    return tracks.empty() || std::find(tracks.begin(), tracks.end(), track) != tracks.end();
}

} // namespace

RangeSummary summarizeRange(const Trace& trace, const TimelineMarks& marks, TimeWindow window,
                            const std::vector<TrackId>& tracks, Progress& progress, std::size_t topNames)
{
    RangeSummary summary;
    summary.window = window;
    std::vector<Span> busy;
    Names deviceNames;
    Names hostNames;
    for (std::uint32_t track = 0; track < trace.tracks.size(); ++track) {
        if (!isWanted(tracks, TrackId(track)))
            continue;
        const EventRange range = trace.tracks[track].events;
        // Begins ascend, so nothing after the window's end matters; what began earlier may still reach in.
        const auto first = trace.events.begin.begin() + range.first;
        const auto last = std::lower_bound(first, trace.events.begin.begin() + range.last, window.end);
        for (auto place = first; place != last; ++place) {
            const auto id = static_cast<std::uint32_t>(place - trace.events.begin.begin());
            if ((id & 0xffffU) == 0 && progress.isCancelled())
                return summary;
            const EventId event(id);
            const Nanoseconds begin = std::max(*place, window.begin);
            const Nanoseconds end = std::min(trace.end(event), window.end);
            const bool touches = end > begin || (*place >= window.begin && trace.duration(event) == 0);
            if (!touches || trace.has(event, kUntimed))
                continue;
            const Nanoseconds inside = end - begin;
            const EventKind kind = trace.kind(event);
            add(summary.all, inside);
            if (isDeviceWork(kind)) {
                add(kind == EventKind::Kernel ? summary.kernels : summary.copies, inside);
                busy.emplace_back(begin, end);
                addName(deviceNames, trace, event, inside);
            } else {
                if (isLaunchSide(kind) && !trace.links.launchedBy(event).empty())
                    add(summary.launches, inside);
                if (trace.events.depth[id] == 0)
                    addName(hostNames, trace, event, inside);
            }
        }
    }
    summary.busyUnion = unionOf(busy);
    if (window.duration() > 0)
        summary.busyShare = static_cast<double>(summary.busyUnion) / static_cast<double>(window.duration());
    for (const GapMark& gap : marks.gaps) {
        const Nanoseconds begin = std::max(gap.window.begin, window.begin);
        const Nanoseconds end = std::min(gap.window.end, window.end);
        if (end > begin && isWanted(tracks, gap.track))
            add(summary.gaps[static_cast<std::size_t>(gap.cause)], end - begin);
    }
    for (const auto& [key, name] : deviceNames.empty() ? hostNames : deviceNames)
        summary.topNames.push_back(name);
    std::sort(summary.topNames.begin(), summary.topNames.end(), [](const RangeName& a, const RangeName& b) {
        return std::pair(b.totals.sum, a.name) < std::pair(a.totals.sum, b.name);
    });
    if (summary.topNames.size() > topNames)
        summary.topNames.resize(topNames);
    return summary;
}

} // namespace twintrace
