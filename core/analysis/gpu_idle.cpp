// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu_idle.h"

#include "core/analysis/gap_causes.h"

#include <algorithm>
#include <map>
#include <queue>

namespace twintrace
{
namespace
{

using ItemsByKey = std::map<std::uint32_t, std::vector<DeviceItem>>;

ItemsByKey kernelsByStream(const std::vector<DeviceItem>& work)
{
    ItemsByKey streams;
    for (const DeviceItem& item : work)
        if (item.kind == EventKind::Kernel)
            streams[item.stream.value()].push_back(item);
    return streams;
}

ItemsByKey workByDevice(const Trace& trace, const std::vector<DeviceItem>& work)
{
    ItemsByKey devices;
    for (const DeviceItem& item : work)
        devices[deviceOf(trace, item.stream).value()].push_back(item);
    return devices;
}

/// Calls visit(gap) for each gap longer than `over` between the items, with the cause still open.
template <class Visit> void eachGap(const std::vector<DeviceItem>& items, Nanoseconds over, Visit visit)
{
    const DeviceItem* latest = nullptr;
    for (const DeviceItem& item : items) {
        if (latest != nullptr && item.begin - latest->end > over)
            visit(Gap{latest->end, item.begin, GapCause::Other, latest->event, item.event, item.stream});
        if (latest == nullptr || item.end > latest->end)
            latest = &item;
    }
}

std::vector<Gap> explainedGaps(const Trace& trace, const std::vector<DeviceItem>& work,
                               const ItemsByKey& groups, Nanoseconds over, bool canHoldCopies)
{
    const GapCauseFinder finder(trace, work);
    std::vector<Gap> gaps;
    for (const auto& [key, items] : groups)
        eachGap(items, over, [&](Gap gap) {
            gap.cause = finder.causeOf(gap, canHoldCopies);
            gaps.push_back(gap);
        });
    return gaps;
}

Nanoseconds writtenDuration(const Trace& trace, EventId event)
{
    if (!trace.has(event, kBadDuration))
        return trace.duration(event);
    const auto found = std::lower_bound(trace.badDurations.begin(), trace.badDurations.end(), event,
                                        [](const BadDuration& bad, EventId id) { return bad.event < id; });
    return found != trace.badDurations.end() && found->event == event ? found->written : 0;
}

StreamSummary summarise(const Trace& trace, const std::vector<DeviceItem>& kernels)
{
    StreamSummary summary;
    summary.stream = kernels.front().stream;
    summary.kernels = static_cast<std::int64_t>(kernels.size());
    summary.unionTime = unionLength(kernels);
    Nanoseconds cursor = kernels.front().begin;
    for (const DeviceItem& kernel : kernels) {
        summary.sum = saturatingAdd(summary.sum, writtenDuration(trace, kernel.event));
        if (kernel.begin < cursor) {
            ++summary.overlaps;
            summary.overlapTime += std::min(cursor, kernel.end) - kernel.begin;
        }
        summary.gapsOver0 += kernel.begin > cursor ? 1 : 0;
        cursor = std::max(cursor, kernel.end);
    }
    eachGap(kernels, kCountedGap, [&](const Gap& gap) {
        ++summary.gapsOver1us;
        summary.gapTime += gap.length();
        summary.longestGap = std::max(summary.longestGap, gap.length());
    });
    return summary;
}

} // namespace

std::string_view gapCauseKey(GapCause cause)
{
    static constexpr std::array<std::string_view, 5> kKeys = {"host_wait", "kernel_wait", "sync", "copy",
                                                              "other"};
    return kKeys[static_cast<std::size_t>(cause)];
}

std::string_view gapCauseTitle(GapCause cause)
{
    static constexpr std::array<std::string_view, 5> kTitles = {"host wait", "kernel wait", "synchronisation",
                                                                "copy", "other"};
    return kTitles[static_cast<std::size_t>(cause)];
}

void GapTotals::add(const Gap& gap)
{
    GapTotal& cause = byCause[static_cast<std::size_t>(gap.cause)];
    ++cause.count;
    cause.time += gap.length();
    ++total.count;
    total.time += gap.length();
}

std::vector<StreamSummary> summariseStreams(const Trace& trace)
{
    std::vector<StreamSummary> summaries;
    for (const auto& [stream, kernels] : kernelsByStream(timedDeviceWork(trace)))
        summaries.push_back(summarise(trace, kernels));
    return summaries;
}

std::vector<Gap> streamGaps(const Trace& trace)
{
    const std::vector<DeviceItem> work = timedDeviceWork(trace);
    return explainedGaps(trace, work, kernelsByStream(work), kCountedGap, true);
}

std::vector<Gap> deviceGaps(const Trace& trace, Nanoseconds atLeast)
{
    const std::vector<DeviceItem> work = timedDeviceWork(trace);
    return explainedGaps(trace, work, workByDevice(trace, work), atLeast, false);
}

std::int64_t deepestQueue(const Trace& trace)
{
    std::map<std::uint32_t, std::vector<std::pair<Nanoseconds, int>>> moves; // +1 launched, -1 started
    for (const DeviceItem& item : timedDeviceWork(trace)) {
        if (!item.launch)
            continue;
        auto& stream = moves[item.stream.value()];
        stream.emplace_back(std::min(trace.begin(item.launch), item.begin), 1);
        stream.emplace_back(item.begin, -1);
    }
    std::int64_t deepest = 0;
    for (auto& [stream, list] : moves) {
        std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second > b.second;
        });
        std::int64_t depth = 0;
        for (const auto& [time, step] : list)
            deepest = std::max(deepest, depth += step);
    }
    return deepest;
}

} // namespace twintrace
