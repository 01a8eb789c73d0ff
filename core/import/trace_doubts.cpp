// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trace_doubts.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace twintrace
{
namespace
{

// A kernel that reaches over the start of this many successors, and a hundred times as long as they are
// together, was ended by a late flush rather than by its work (TraceLens issue 669).
constexpr std::size_t kOverrunSuccessors = 8;
constexpr Nanoseconds kOverrunFactor = 100;

// Microseconds since 1970 do not come this far before the year 5138; nanoseconds passed it in 1973.
constexpr std::int64_t kTooLateForMicroseconds = 100'000'000'000'000'000;

struct StreamKernel {
    Nanoseconds begin;
    Nanoseconds duration;
    EventId event;
};

// The timed kernels of each stream in time order. Most streams are one track, whose events are in order
// already.
std::vector<std::vector<StreamKernel>> kernelsOfStreams(const Trace& trace)
{
    std::vector<std::uint32_t> counts(trace.streams.size(), 0);
    for (const StreamId stream : trace.device.stream)
        ++counts[stream.value()];
    std::vector<std::vector<StreamKernel>> streams(trace.streams.size());
    for (std::size_t i = 0; i < streams.size(); ++i)
        streams[i].reserve(counts[i]);
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        if (trace.kind(event) == EventKind::Kernel && !trace.has(event, kUntimed))
            streams[trace.device.stream[row].value()].push_back(
                {trace.begin(event), trace.duration(event), event});
    }
    const auto isEarlier = [](const StreamKernel& a, const StreamKernel& b) { return a.begin < b.begin; };
    for (std::vector<StreamKernel>& kernels : streams) {
        if (!std::ranges::is_sorted(kernels, isEarlier))
            std::ranges::stable_sort(kernels, isEarlier);
    }
    return streams;
}

void addStreamDoubts(const Trace& trace, const std::vector<StreamKernel>& kernels, OddityCounts& oddities)
{
    Nanoseconds reached = std::numeric_limits<Nanoseconds>::min(); // furthest end so far
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const Nanoseconds end = saturatingAdd(kernels[i].begin, kernels[i].duration);
        const std::uint64_t source = trace.events.source[kernels[i].event.value()];
        if (kernels[i].begin < reached)
            oddities.add(Oddity::StreamOverlap, source);
        reached = std::max(reached, end);
        Nanoseconds successors = 0;
        std::size_t overrun = 0;
        for (std::size_t next = i + 1;
             next < kernels.size() && kernels[next].begin < end && overrun < kOverrunSuccessors; ++next) {
            successors = saturatingAdd(successors, kernels[next].duration);
            ++overrun;
        }
        if (overrun == kOverrunSuccessors && kernels[i].duration / kOverrunFactor > successors)
            oddities.add(Oddity::OverrunDuration, source);
    }
}

void addLaunchDoubts(const Trace& trace, OddityCounts& oddities)
{
    std::int64_t firstRecorded = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t correlation : trace.launches.correlation)
        firstRecorded = std::min(firstRecorded, correlation);
    std::size_t next = 0; // in the linked work, which is in the same order
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        EventId launch;
        if (next < trace.links.linkedWork().size() && trace.links.linkedWork()[next] == event)
            launch = trace.links.linkedLaunches()[next++];
        if (trace.kind(event) != EventKind::Kernel || trace.has(event, kUntimed))
            continue;
        const std::uint64_t source = trace.events.source[event.value()];
        if (launch && trace.begin(event) < trace.begin(launch))
            oddities.add(Oddity::ClockSkew, source);
        const std::int64_t correlation = trace.device.correlation[row];
        if (!launch && correlation > 0 && trace.launches.size() > 0 && correlation < firstRecorded)
            oddities.add(Oddity::LaunchedBeforeWindow, source);
    }
}

void addUnitDoubt(const Trace& trace, OddityCounts& oddities)
{
    if (trace.metadata.originMicroseconds < kTooLateForMicroseconds)
        return;
    for (const auto* sources : {&trace.events.source, &trace.instants.source}) {
        if (const auto first = std::ranges::min_element(*sources); first != sources->end()) {
            oddities.add(Oddity::TimesLookLikeNanoseconds, *first);
            return;
        }
    }
}

} // namespace

void addDoubts(const Trace& trace, const Progress& progress, OddityCounts& oddities)
{
    addUnitDoubt(trace, oddities);
    addLaunchDoubts(trace, oddities);
    if (progress.isCancelled())
        return;
    for (const std::vector<StreamKernel>& kernels : kernelsOfStreams(trace)) {
        if (progress.isCancelled())
            return;
        addStreamDoubts(trace, kernels, oddities);
    }
}

} // namespace twintrace
