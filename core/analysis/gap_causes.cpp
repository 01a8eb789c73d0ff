// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gap_causes.h"

#include <algorithm>
#include <limits>

namespace twintrace
{
namespace
{

/// Calls during which the host waits for the device: cudaDeviceSynchronize, cuStreamSynchronize,
/// hipEventSynchronize, and the blocking forms of cudaMemcpy and cudaFree.
bool isSynchronisation(std::string_view call)
{
    return call.find("Synchronize") != std::string_view::npos || call == "cudaMemcpy" ||
           call == "hipMemcpy" || call == "cudaFree" || call == "hipFree";
}

} // namespace

GapCauseFinder::GapCauseFinder(const Trace& trace, const std::vector<DeviceItem>& work) : m_trace(trace)
{
    for (const DeviceItem& item : work) {
        if (item.kind != EventKind::Kernel)
            m_copies[deviceOf(trace, item.stream)].push_back({item.begin, item.end, 0});
        if (item.launch && trace.links.launchedBy(item.launch).size() > 1)
            m_firstStart.try_emplace(item.launch, item.begin); // `work` is sorted: the first is the earliest
    }
    for (auto& [device, copies] : m_copies)
        finish(copies);

    std::unordered_map<StringId, bool> known;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id) {
        const EventId event(id);
        if (!isLaunchSide(trace.kind(event)))
            continue;
        const auto [entry, isNew] = known.try_emplace(trace.events.name[id], false);
        if (isNew)
            entry->second = isSynchronisation(trace.name(event));
        if (entry->second)
            m_syncs.push_back({trace.begin(event), trace.end(event), 0});
    }
    std::sort(m_syncs.begin(), m_syncs.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    finish(m_syncs);
}

void GapCauseFinder::finish(std::vector<Span>& spans)
{
    Nanoseconds latest = std::numeric_limits<Nanoseconds>::min();
    for (Span& span : spans) {
        latest = std::max(latest, span.end);
        span.latestEnd = latest;
    }
}

bool GapCauseFinder::reachesInto(const std::vector<Span>& spans, Nanoseconds begin, Nanoseconds end)
{
    // The last span that starts before `end`; whether any up to it is still open after `begin` is its
    // latestEnd.
    const auto after = std::lower_bound(spans.begin(), spans.end(), end,
                                        [](const Span& span, Nanoseconds time) { return span.begin < time; });
    return after != spans.begin() && std::prev(after)->latestEnd > begin;
}

Nanoseconds GapCauseFinder::copiedWithin(StringId device, Nanoseconds begin, Nanoseconds end) const
{
    const auto found = m_copies.find(device);
    if (found == m_copies.end())
        return 0;
    const std::vector<Span>& copies = found->second;
    auto first = std::partition_point(copies.begin(), copies.end(),
                                      [=](const Span& span) { return span.latestEnd <= begin; });
    Nanoseconds covered = 0;
    Nanoseconds cursor = begin;
    for (; first != copies.end() && first->begin < end; ++first) {
        const Nanoseconds from = std::max(cursor, first->begin);
        const Nanoseconds to = std::min(end, first->end);
        if (to > from) {
            covered += to - from;
            cursor = to;
        }
    }
    return covered;
}

GapCause GapCauseFinder::causeOf(const Gap& gap, bool canHoldCopies) const
{
    if (canHoldCopies && copiedWithin(deviceOf(m_trace, gap.stream), gap.begin, gap.end) * 2 >= gap.length())
        return GapCause::Copy;
    const EventId launch = m_trace.links.launchOf(gap.after);
    if (!launch)
        return GapCause::Other;
    const auto graph = m_firstStart.find(launch);
    if (graph != m_firstStart.end() && graph->second < gap.end)
        return GapCause::KernelWait; // a later node of a graph that runs already
    if (m_trace.end(launch) <= gap.begin)
        return GapCause::KernelWait;
    const Nanoseconds issued = std::min(m_trace.begin(launch), gap.end);
    if (issued > gap.begin && reachesInto(m_syncs, gap.begin, issued))
        return GapCause::Sync;
    return GapCause::HostWait;
}

} // namespace twintrace
