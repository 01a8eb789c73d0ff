// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/point_events.h"

#include <algorithm>
#include <tuple>

namespace twintrace
{
namespace
{

// Files are mostly in order already, which is cheaper to see than to sort again.
template <class Iterator> void sortByTime(Iterator begin, Iterator end)
{
    const auto isEarlier = [](const auto& a, const auto& b) { return a.time < b.time; };
    if (!std::is_sorted(begin, end, isEarlier))
        std::stable_sort(begin, end, isEarlier);
}

void placeMemory(Trace& trace, std::vector<StagedBatch>& batches, const Placement& placement)
{
    std::size_t count = 0;
    for (const StagedBatch& batch : batches)
        count += batch.memory.size();
    trace.memory.reserve(count);
    for (StagedBatch& batch : batches) {
        trace.memory.insert(trace.memory.end(), batch.memory.begin(), batch.memory.end());
        batch.memory = {};
    }
    for (MemorySample& sample : trace.memory)
        sample.time = placement.time(sample.time);
    sortByTime(trace.memory.begin(), trace.memory.end());
}

} // namespace

void placeInstants(Trace& trace, std::vector<StagedBatch>& batches, const Placement& placement)
{
    const std::size_t count = trace.tracks.empty() ? 0 : trace.tracks.back().instants.last;
    std::vector<StagedInstant> placed(count);
    std::vector<std::uint32_t> next;
    for (const Track& track : trace.tracks)
        next.push_back(track.instants.first);
    for (StagedBatch& batch : batches) {
        for (const StagedInstant& instant : batch.instants)
            placed[next[placement.track(instant.track).value()]++] = instant;
        batch.instants = {};
    }
    for (const Track& track : trace.tracks)
        sortByTime(placed.begin() + track.instants.first, placed.begin() + track.instants.last);
    InstantColumns& columns = trace.instants;
    columns.time.reserve(count);
    columns.name.reserve(count);
    columns.category.reserve(count);
    columns.source.reserve(count);
    for (const StagedInstant& instant : placed) {
        columns.time.push_back(placement.time(instant.time));
        columns.name.push_back(mapped(placement.maps.names, instant.name));
        columns.category.push_back(mapped(placement.maps.categories, instant.category));
        columns.source.push_back(instant.source);
    }
    placeMemory(trace, batches, placement);
}

void placeCounters(Trace& trace, std::vector<StagedBatch>& batches, const Placement& placement)
{
    std::vector<StagedCounter> all;
    for (StagedBatch& batch : batches) {
        for (StagedCounter counter : batch.counters) {
            counter.process = mapped(placement.maps.processes, counter.process);
            counter.name = mapped(placement.maps.names, counter.name);
            counter.series = mapped(placement.maps.names, counter.series);
            counter.time = placement.time(counter.time);
            all.push_back(counter);
        }
        batch.counters = {};
    }
    std::ranges::stable_sort(all, {}, [](const StagedCounter& counter) {
        return std::make_tuple(counter.process, counter.name, counter.series, counter.time);
    });
    const StagedCounter* previous = nullptr;
    for (const StagedCounter& counter : all) {
        if (!previous || previous->process != counter.process || previous->name != counter.name ||
            previous->series != counter.series)
            trace.counters.push_back({counter.process, counter.name, counter.series, {}, {}});
        trace.counters.back().time.push_back(counter.time);
        trace.counters.back().value.push_back(counter.value);
        previous = &counter;
    }
}

std::vector<StagedFlow> takeFlows(std::vector<StagedBatch>& batches, const Placement& placement)
{
    std::size_t count = 0;
    for (const StagedBatch& batch : batches)
        count += batch.flows.size();
    std::vector<StagedFlow> flows;
    flows.reserve(count);
    for (StagedBatch& batch : batches) {
        for (StagedFlow flow : batch.flows) {
            flow.track = placement.track(flow.track);
            if (!flow.track)
                continue;
            flow.time = placement.time(flow.time);
            flow.category = mapped(placement.maps.names, flow.category);
            flows.push_back(flow);
        }
        batch.flows = {};
    }
    return flows;
}

} // namespace twintrace
