// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iteration_marks.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace twintrace
{
namespace
{

constexpr std::size_t kMostTrials = 64;
constexpr double kAgreement = 0.98;

std::string digitStripped(std::string_view name)
{
    std::string kept;
    std::copy_if(name.begin(), name.end(), std::back_inserter(kept),
                 [](unsigned char c) { return std::isdigit(c) == 0; });
    return kept;
}

bool isEnvelope(std::string_view name)
{
    for (const std::string_view part :
         {"Torch-Compiled", "CompiledFxGraph", "CompiledFunction", "TorchDynamo", "Inductor"})
        if (name.find(part) != std::string_view::npos)
            return true;
    return false;
}

std::size_t workWithin(const Trace& trace, const std::vector<EventId>& marks,
                       const std::vector<Nanoseconds>& launches)
{
    std::size_t work = 0;
    for (const EventId mark : marks)
        work +=
            static_cast<std::size_t>(std::lower_bound(launches.begin(), launches.end(), trace.end(mark)) -
                                     std::lower_bound(launches.begin(), launches.end(), trace.begin(mark)));
    return work;
}

bool areApart(const Trace& trace, const std::vector<EventId>& marks)
{
    for (std::size_t i = 1; i < marks.size(); ++i)
        if (trace.begin(marks[i]) < trace.end(marks[i - 1]))
            return false;
    return true;
}

double agreement(const std::vector<std::uint32_t>& sequence, std::size_t distance)
{
    std::size_t same = 0;
    const std::size_t total = sequence.size() - distance;
    const auto most = static_cast<std::size_t>(static_cast<double>(total) * (1 - kAgreement));
    for (std::size_t i = 0; i < total; ++i) {
        same += sequence[i] == sequence[i + distance] ? 1 : 0;
        if (i + 1 - same > most)
            return 0; // cannot reach the threshold any more
    }
    return total == 0 ? 0 : static_cast<double>(same) / static_cast<double>(total);
}

/// Positions of the key that occurs least often, but at least twice; the first met of equals.
std::vector<std::size_t> rarestRepeated(const std::vector<std::uint32_t>& sequence)
{
    std::unordered_map<std::uint32_t, std::size_t> counts;
    for (const std::uint32_t key : sequence)
        ++counts[key];
    std::uint32_t rarest = 0;
    std::size_t least = sequence.size() + 1;
    for (const std::uint32_t key : sequence)
        if (const std::size_t count = counts[key]; count >= 2 && count < least) {
            rarest = key;
            least = count;
        }
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; least <= sequence.size() && i < sequence.size(); ++i)
        if (sequence[i] == rarest)
            positions.push_back(i);
    return positions;
}

} // namespace

std::vector<EventId> repeatedAnnotations(const Trace& trace, const std::vector<DeviceItem>& device)
{
    std::vector<Nanoseconds> launches;
    for (const DeviceItem& item : device)
        if (item.launch)
            launches.push_back(trace.begin(item.launch));
    std::sort(launches.begin(), launches.end());

    std::map<std::string, std::vector<EventId>> kinds;
    for (std::uint32_t id = 0; id < trace.events.size(); ++id)
        if (trace.kind(EventId(id)) == EventKind::UserAnnotation && !isEnvelope(trace.name(EventId(id))))
            kinds[digitStripped(trace.name(EventId(id)))].push_back(EventId(id));

    std::vector<EventId> best;
    std::size_t mostWork = 0;
    for (auto& [name, marks] : kinds) {
        std::sort(marks.begin(), marks.end(),
                  [&](EventId a, EventId b) { return trace.begin(a) < trace.begin(b); });
        if (marks.size() < 2 || !areApart(trace, marks))
            continue;
        const std::size_t work = workWithin(trace, marks, launches);
        if (work > mostWork || (work == mostWork && work > 0 && marks.size() < best.size())) {
            mostWork = work;
            best = marks;
        }
    }
    return mostWork * 2 >= launches.size() ? best : std::vector<EventId>();
}

RepeatedPattern findRepeatedPattern(const std::vector<std::uint32_t>& sequence)
{
    const std::vector<std::size_t> positions = rarestRepeated(sequence);
    std::set<std::size_t> distances;
    for (std::size_t step = 1; step < positions.size() && distances.size() < kMostTrials; ++step) {
        distances.insert(positions[step] - positions[0]);
        distances.insert(positions.back() - positions[positions.size() - 1 - step]);
    }
    for (const std::size_t distance : distances) {
        if (distance * 2 > sequence.size())
            break;
        if (agreement(sequence, distance) < kAgreement)
            continue;
        // The rarest key may stand anywhere in a forward, so whole repetitions are counted from the start.
        const std::size_t count = sequence.size() / distance;
        return {sequence.size() - count * distance, distance, count};
    }
    return {};
}

} // namespace twintrace
