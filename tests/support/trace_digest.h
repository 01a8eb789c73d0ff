// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>

namespace twintrace::test
{

/// Everything a trace says, as text: equal digests mean equal traces, whatever numbers the ids have.
[[nodiscard]] inline std::string traceDigest(const Trace& trace)
{
    std::string text;
    const auto add = [&text](auto... parts) {
        const auto one = [&text](const auto& part) {
            if constexpr (std::is_convertible_v<decltype(part), std::string_view>)
                text += std::string_view(part);
            else
                text += std::to_string(part);
            text += ' ';
        };
        (one(parts), ...);
        text += '\n';
    };
    add("origin", trace.metadata.originMicroseconds, "span", trace.span().begin, trace.span().end);
    add(trace.metadata.otherJson);
    for (const Process& process : trace.processes)
        add("process", trace.text(process.key), trace.text(process.name), trace.text(process.labels),
            process.sortIndex);
    for (const Track& track : trace.tracks) {
        add("track", trace.text(trace.processes[track.process.value()].key), trace.text(track.key),
            trace.text(track.name), static_cast<int>(track.kind), track.depthCount);
        for (std::uint32_t i = track.events.first; i < track.events.last; ++i) {
            const EventId id(i);
            add(trace.begin(id), trace.duration(id), trace.name(id), trace.category(id),
                trace.events.flags[i], trace.events.depth[i], trace.events.parent[i].value(),
                trace.events.source[i]);
        }
        for (std::uint32_t i = track.instants.first; i < track.instants.last; ++i)
            add("instant", trace.instants.time[i], trace.text(trace.instants.name[i]),
                trace.instants.source[i]);
    }
    for (std::size_t i = 0; i < trace.device.size(); ++i) {
        const Stream& stream = trace.streams[trace.device.stream[i].value()];
        add("device", trace.device.event[i].value(), trace.text(stream.device), trace.text(stream.stream),
            trace.device.correlation[i], trace.links.launchOf(trace.device.event[i]).value());
    }
    for (const Flow& flow : trace.flows)
        add("flow", flow.from.value(), flow.to.value(), trace.text(flow.category));
    for (const CounterSeries& series : trace.counters) {
        add("counter", trace.text(series.name), trace.text(series.series));
        for (std::size_t i = 0; i < series.time.size(); ++i)
            add(series.time[i], series.value[i]);
    }
    for (const MemorySample& sample : trace.memory)
        add("memory", sample.time, sample.totalAllocatedBytes, sample.totalReservedBytes, sample.isGpu);
    const ImportReport& report = trace.report;
    add("report", report.events, report.damagedEvents, report.unmatchedEnds, report.unclosedBegins,
        report.badDurations, report.memoryEvents, report.longestNameLength, report.textBytes);
    for (const ImportProblem& problem : report.problems)
        add(problem.code, problem.count, problem.first.byte, problem.first.line);
    return text;
}

} // namespace twintrace::test
