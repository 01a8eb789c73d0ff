// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/kernel_counterparts.h"

#include <algorithm>

namespace twintrace
{
namespace
{

/// The forward of every kernel execution; what belongs to none is not in it.
std::unordered_map<EventId, int> forwardsOf(const Iterations& iterations)
{
    std::unordered_map<EventId, int> forwards;
    for (std::size_t i = 0; i < iterations.list.size(); ++i) {
        for (const std::uint32_t row : iterations.list[i].work)
            forwards[iterations.device[row].event] = static_cast<int>(i);
        for (const EventId kernel : iterations.list[i].cpuKernels)
            forwards[kernel] = static_cast<int>(i);
    }
    return forwards;
}

} // namespace

KernelCounterparts::KernelCounterparts(const KernelMap& map, const Paired<Iterations>& iterations)
{
    std::vector<std::vector<const GroupKernel*>> baseline(map.groups.size());
    std::vector<std::vector<const GroupKernel*>> candidate(map.groups.size());
    std::vector<std::int64_t> positions;
    for (std::size_t i = 0; i < map.groups.size(); ++i) {
        for (const GroupKernel& kernel : map.groups[i].baseline)
            baseline[i].push_back(&kernel);
        for (const GroupKernel& kernel : map.groups[i].candidate)
            candidate[i].push_back(&kernel);
        positions.push_back(std::max<std::int64_t>(map.groups[i].positions, 1));
    }
    m_baseline = indexSide(baseline, positions, iterations.baseline);
    m_candidate = indexSide(candidate, positions, iterations.candidate);
}

KernelCounterparts::Side
KernelCounterparts::indexSide(const std::vector<std::vector<const GroupKernel*>>& groups,
                              const std::vector<std::int64_t>& positions, const Iterations& iterations)
{
    Side side;
    side.forwards = static_cast<int>(iterations.list.size());
    const std::unordered_map<EventId, int> forwards = forwardsOf(iterations);
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (const GroupKernel* kernel : groups[group]) {
            std::map<int, std::vector<EventId>> byForward;
            for (const EventId event : kernel->executions) {
                const auto found = forwards.find(event);
                byForward[found == forwards.end() ? -1 : found->second].push_back(event);
            }
            for (auto& [forward, events] : byForward) {
                std::sort(events.begin(), events.end());
                const auto count = static_cast<std::int64_t>(events.size());
                for (std::int64_t rank = 0; rank < count; ++rank) {
                    // The n-th of as many executions as positions (or a multiple) stands at that position.
                    const auto position = static_cast<int>(rank * positions[group] / count);
                    const EventId event = events[static_cast<std::size_t>(rank)];
                    side.places[event] = {static_cast<int>(group), forward, position};
                    side.events[{static_cast<int>(group), forward, position}].push_back(event);
                }
            }
        }
    }
    return side;
}

int KernelCounterparts::groupOf(const Side& side, EventId event)
{
    const auto found = side.places.find(event);
    return found == side.places.end() ? -1 : found->second.group;
}

std::vector<EventId> KernelCounterparts::across(const Side& from, const Side& to, EventId event)
{
    const auto found = from.places.find(event);
    if (found == from.places.end())
        return {};
    const Place& place = found->second;
    const int forward = std::min(place.forward, to.forwards - 1);
    const auto events = to.events.find({place.group, forward, place.position});
    return events == to.events.end() ? std::vector<EventId>() : events->second;
}

std::vector<EventId> KernelCounterparts::ofForward(const Side& side, int group, int forward)
{
    std::vector<EventId> all;
    const int wanted = std::min(forward, side.forwards - 1);
    for (auto at = side.events.lower_bound({group, wanted, 0});
         at != side.events.end() && std::get<0>(at->first) == group && std::get<1>(at->first) == wanted; ++at)
        all.insert(all.end(), at->second.begin(), at->second.end());
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<EventId> KernelCounterparts::inCandidate(EventId baselineEvent) const
{
    return across(m_baseline, m_candidate, baselineEvent);
}

std::vector<EventId> KernelCounterparts::inBaseline(EventId candidateEvent) const
{
    return across(m_candidate, m_baseline, candidateEvent);
}

Paired<std::vector<EventId>> KernelCounterparts::ofGroup(std::size_t group, Paired<int> forward) const
{
    const auto index = static_cast<int>(group);
    Paired<std::vector<EventId>> all{ofForward(m_baseline, index, forward.baseline),
                                     ofForward(m_candidate, index, forward.candidate)};
    // Work outside every forward is shown where it is.
    if (all.baseline.empty())
        all.baseline = ofForward(m_baseline, index, -1);
    if (all.candidate.empty())
        all.candidate = ofForward(m_candidate, index, -1);
    return all;
}

} // namespace twintrace
