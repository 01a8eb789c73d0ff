// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/counter_graph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace twintrace
{
namespace
{

constexpr std::size_t kBlock = 64;

std::string titleOf(const Trace& trace, const CounterSeries& series)
{
    const std::string_view name = trace.text(series.name);
    const std::string_view key = trace.text(series.series);
    std::string title(name);
    if (!key.empty() && key != name)
        title.append(" · ").append(key);
    return title;
}

/// Where the rows of a memory belong: a device's under the process of its streams, the host's under that of
/// the threads that wrote the records.
ProcessId processOf(const Trace& trace, bool isGpu, int device)
{
    const StringId record = trace.strings.find(kMemoryRecord);
    const std::string key = std::to_string(device);
    ProcessId host;
    for (const Track& track : trace.tracks) {
        if (!track.process)
            continue;
        const Process& process = trace.processes[track.process.value()];
        if (isGpu && track.kind == TrackKind::Stream && trace.text(process.key) == key)
            return track.process;
        for (std::uint32_t i = track.instants.first; !host && i < track.instants.last; ++i) {
            if (trace.instants.name[i] == record)
                host = track.process;
        }
    }
    if (host || trace.processes.empty())
        return host;
    return ProcessId(0);
}

void addMemory(const Trace& trace, std::vector<CounterGraph>& graphs)
{
    struct Memory {
        std::shared_ptr<CounterSeries> allocated = std::make_shared<CounterSeries>();
        std::shared_ptr<CounterSeries> reserved = std::make_shared<CounterSeries>();
        bool hasReserved = false;
    };
    std::map<std::pair<bool, int>, Memory> memories;
    for (const MemorySample& sample : trace.memory) {
        Memory& memory = memories[{sample.isGpu, sample.device}];
        memory.allocated->time.push_back(sample.time);
        memory.allocated->value.push_back(static_cast<double>(sample.totalAllocatedBytes));
        memory.reserved->time.push_back(sample.time);
        memory.reserved->value.push_back(static_cast<double>(sample.totalReservedBytes));
        // The host's allocator reserves nothing: its records say 0.
        memory.hasReserved = memory.hasReserved || sample.totalReservedBytes != 0;
    }
    for (const auto& [key, memory] : memories) {
        const auto [isGpu, device] = key;
        const std::string name = isGpu ? "GPU " + std::to_string(device) + " memory" : "CPU memory";
        const ProcessId process = processOf(trace, isGpu, device);
        graphs.emplace_back(process, name + " · allocated", memory.allocated, CounterUnit::Bytes);
        if (memory.hasReserved)
            graphs.emplace_back(process, name + " · reserved", memory.reserved, CounterUnit::Bytes);
    }
}

} // namespace

CounterGraph::CounterGraph(ProcessId process, std::string title, std::shared_ptr<const CounterSeries> series,
                           CounterUnit unit)
    : m_process(process), m_title(std::move(title)), m_unit(unit), m_series(std::move(series))
{
    const std::vector<double>& values = m_series->value;
    m_blocks.reserve(values.size() / kBlock);
    for (std::size_t first = 0; first < values.size(); first += kBlock) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = begin + static_cast<std::ptrdiff_t>(std::min(kBlock, values.size() - first));
        const auto [low, high] = std::minmax_element(begin, end);
        m_blocks.push_back({*low, *high});
        m_least = std::min(m_least, *low);
        m_most = std::max(m_most, *high);
    }
}

CounterGraph::Extremes CounterGraph::extremesOf(std::size_t first, std::size_t last) const
{
    Extremes found{m_series->value[first], m_series->value[first]};
    const auto include = [&found](double low, double high) {
        found.low = std::min(found.low, low);
        found.high = std::max(found.high, high);
    };
    for (std::size_t i = first; i < last;) {
        if (i % kBlock == 0 && i + kBlock <= last) {
            include(m_blocks[i / kBlock].low, m_blocks[i / kBlock].high);
            i += kBlock;
        } else {
            include(m_series->value[i], m_series->value[i]);
            ++i;
        }
    }
    return found;
}

std::vector<CounterColumn> CounterGraph::columns(const TimeScale& scale) const
{
    const auto pixels = static_cast<int>(std::ceil(scale.width()));
    std::vector<CounterColumn> columns(static_cast<std::size_t>(std::max(pixels, 0)));
    const std::vector<Nanoseconds>& times = m_series->time;
    auto next = std::upper_bound(times.begin(), times.end(), scale.window().begin);
    for (int pixel = 0; pixel < pixels; ++pixel) {
        CounterColumn& column = columns[static_cast<std::size_t>(pixel)];
        const auto first = static_cast<std::size_t>(next - times.begin());
        next = std::lower_bound(next, times.end(), scale.timeAt(pixel + 1));
        const auto last = static_cast<std::size_t>(next - times.begin());
        // The value that was there when the pixel began counts as well.
        const std::size_t from = first > 0 ? first - 1 : 0;
        if (from >= last)
            continue;
        const Extremes found = extremesOf(from, last);
        column = {found.low, found.high, true};
    }
    return columns;
}

std::optional<double> CounterGraph::valueAt(Nanoseconds time) const
{
    const auto after = std::upper_bound(m_series->time.begin(), m_series->time.end(), time);
    if (after == m_series->time.begin())
        return std::nullopt;
    return m_series->value[static_cast<std::size_t>(after - m_series->time.begin()) - 1];
}

std::vector<CounterGraph> counterGraphs(const TracePtr& trace)
{
    std::vector<CounterGraph> graphs;
    for (const CounterSeries& series : trace->counters) {
        if (!series.time.empty())
            graphs.emplace_back(series.process, titleOf(*trace, series),
                                std::shared_ptr<const CounterSeries>(trace, &series));
    }
    addMemory(*trace, graphs);
    return graphs;
}

} // namespace twintrace
