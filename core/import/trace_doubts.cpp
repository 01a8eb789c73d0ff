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
    std::uint16_t stream;
    Nanoseconds begin;
    Nanoseconds duration;
    EventId event;
};

void addLaunchDoubts(const Trace& trace, OddityCounts& oddities)
{
    std::int64_t firstRecorded = std::numeric_limits<std::int64_t>::max();
    for (const std::int64_t correlation : trace.launches.correlation)
        firstRecorded = std::min(firstRecorded, correlation);
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        if (trace.kind(event) != EventKind::Kernel || trace.has(event, kUntimed))
            continue;
        const std::uint64_t source = trace.events.source[event.value()];
        const EventId launch = trace.links.launchOf(event);
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

void addDoubts(const Trace& trace, OddityCounts& oddities)
{
    addUnitDoubt(trace, oddities);
    addLaunchDoubts(trace, oddities);
    std::vector<StreamKernel> kernels;
    for (std::size_t row = 0; row < trace.device.size(); ++row) {
        const EventId event = trace.device.event[row];
        if (trace.kind(event) == EventKind::Kernel && !trace.has(event, kUntimed))
            kernels.push_back(
                {trace.device.stream[row].value(), trace.begin(event), trace.duration(event), event});
    }
    std::ranges::stable_sort(kernels, [](const StreamKernel& a, const StreamKernel& b) {
        return a.stream != b.stream ? a.stream < b.stream : a.begin < b.begin;
    });
    Nanoseconds reached = 0; // furthest end on the stream so far
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const Nanoseconds end = saturatingAdd(kernels[i].begin, kernels[i].duration);
        if (i == 0 || kernels[i - 1].stream != kernels[i].stream)
            reached = std::numeric_limits<Nanoseconds>::min();
        if (kernels[i].begin < reached)
            oddities.add(Oddity::StreamOverlap, trace.events.source[kernels[i].event.value()]);
        reached = std::max(reached, end);
        Nanoseconds successors = 0;
        std::size_t overrun = 0;
        for (std::size_t next = i + 1; next < kernels.size() && kernels[next].stream == kernels[i].stream &&
                                       kernels[next].begin < end && overrun < kOverrunSuccessors;
             ++next) {
            successors = saturatingAdd(successors, kernels[next].duration);
            ++overrun;
        }
        if (overrun == kOverrunSuccessors && kernels[i].duration / kOverrunFactor > successors)
            oddities.add(Oddity::OverrunDuration, trace.events.source[kernels[i].event.value()]);
    }
}

} // namespace twintrace
