// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/big_trace.h"

#include <algorithm>
#include <random>
#include <string>

namespace twintrace
{
namespace
{

void reserve(EventColumns& events, std::size_t count)
{
    events.begin.reserve(count);
    events.duration.reserve(count);
    events.name.reserve(count);
    events.category.reserve(count);
    events.flags.reserve(count);
    events.depth.reserve(count);
    events.parent.reserve(count);
    events.source.reserve(count);
}

void add(EventColumns& events, Nanoseconds begin, Nanoseconds duration, StringId name, CategoryId category,
         std::uint8_t flags, std::uint16_t depth, EventId parent)
{
    events.begin.push_back(begin);
    events.duration.push_back(duration);
    events.name.push_back(name);
    events.category.push_back(category);
    events.flags.push_back(flags);
    events.depth.push_back(depth);
    events.parent.push_back(parent);
    events.source.push_back(0);
}

void finish(Trace& trace)
{
    Trace::Span span{std::numeric_limits<Nanoseconds>::max(), 0};
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        span.begin = std::min(span.begin, trace.events.begin[i]);
        span.end = std::max(span.end, trace.events.end(EventId(static_cast<std::uint32_t>(i))));
    }
    trace.m_span = span;
    for (std::uint32_t track = 0; track < trace.tracks.size(); ++track) {
        if (!trace.tracks[track].events.isEmpty())
            trace.m_tracksByFirstEvent.emplace_back(track);
    }
    std::ranges::sort(trace.m_tracksByFirstEvent, {},
                      [&](TrackId id) { return trace.tracks[id.value()].events.first; });
}

} // namespace

TracePtr makeBigTrace(std::uint32_t events, std::uint32_t rows, bool hasUniqueNames)
{
    auto trace = std::make_shared<Trace>();
    const auto intern = [&](const std::string& text) { return trace->strings.intern(text); };
    trace->categories = {{intern("kernel"), EventKind::Kernel}, {intern("cpu_op"), EventKind::CpuOp}};
    Process host;
    host.key = intern("1");
    Process device;
    device.key = intern("0");
    device.name = intern("GPU 0");
    trace->processes = {host, device};
    std::vector<StringId> names;
    for (int i = 0; i < 400; ++i)
        names.push_back(intern((i % 3 == 0   ? "triton_poi_fused_add_mul_"
                                : i % 3 == 1 ? "aten::native_layer_norm_"
                                             : "gemm_tile_") +
                               std::to_string(i)));
    reserve(trace->events, events);
    std::mt19937_64 random(42);
    const std::uint32_t each = std::max<std::uint32_t>(events / rows, 1);
    for (std::uint32_t row = 0; row < rows; ++row) {
        Track track;
        const bool isStream = row >= rows / 2;
        track.process = ProcessId(isStream ? 1 : 0);
        track.key = intern(std::to_string(row));
        track.kind = isStream ? TrackKind::Stream : TrackKind::Thread;
        track.events.first = static_cast<std::uint32_t>(trace->events.size());
        track.depthCount = 1;
        Nanoseconds now = static_cast<Nanoseconds>(random() % 1000);
        for (std::uint32_t i = 0; i < each; ++i) {
            const auto duration = static_cast<Nanoseconds>(random() % 4000 + 50);
            StringId name = names[random() % names.size()];
            if (hasUniqueNames)
                name = intern("kernel_with_a_name_of_its_own_" + std::to_string(trace->events.size()));
            add(trace->events, now, duration, name, CategoryId(isStream ? 0 : 1), 0, 0, EventId());
            now += duration + static_cast<Nanoseconds>(random() % 2000);
        }
        track.events.last = static_cast<std::uint32_t>(trace->events.size());
        trace->tracks.push_back(track);
    }
    finish(*trace);
    return trace;
}

TracePtr tileTrace(const Trace& source, std::uint32_t events)
{
    auto trace = std::make_shared<Trace>();
    for (std::uint32_t i = 0; i < source.strings.size(); ++i)
        (void)trace->strings.intern(source.strings.text(StringId(i)));
    trace->categories = source.categories;
    trace->processes = source.processes;
    const auto count = static_cast<std::uint32_t>(source.events.size());
    const std::uint32_t copies = (events + count - 1) / count;
    const Nanoseconds length = source.span().end - source.span().begin + 1000;
    reserve(trace->events, std::size_t(count) * copies);
    for (const Track& original : source.tracks) {
        Track track = original;
        track.instants = {};
        track.events.first = static_cast<std::uint32_t>(trace->events.size());
        for (std::uint32_t copy = 0; copy < copies; ++copy) {
            const auto shift = static_cast<std::uint32_t>(trace->events.size()) - original.events.first;
            for (std::uint32_t id = original.events.first; id < original.events.last; ++id) {
                const EventId parent = source.events.parent[id];
                add(trace->events, source.events.begin[id] + copy * length, source.events.duration[id],
                    source.events.name[id], source.events.category[id], source.events.flags[id],
                    source.events.depth[id], parent ? EventId(parent.value() + shift) : EventId());
            }
        }
        track.events.last = static_cast<std::uint32_t>(trace->events.size());
        trace->tracks.push_back(track);
    }
    finish(*trace);
    return trace;
}

} // namespace twintrace
