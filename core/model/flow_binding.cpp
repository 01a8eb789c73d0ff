// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/flow_binding.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace twintrace
{
namespace
{

// Arrow ends of one track mostly come in time order, so each search starts where the last one ended.
class Binder
{
  public:
    explicit Binder(const Trace& trace) : m_trace(trace), m_hint(trace.tracks.size(), 0) {}

    EventId bind(const StagedFlow& flow)
    {
        const EventRange range = m_trace.tracks[flow.track.value()].events;
        const std::uint32_t next = firstFrom(flow.track, flow.time);
        const bool startsThen = next < range.last && m_trace.events.begin[next] == flow.time;
        if (flow.phase == FlowPhase::End && !flow.bindsToEnclosing)
            return next < range.last ? EventId(next) : EventId();
        // The outermost of the slices that start just then: Kineto stamps an arrow's end with the begin of
        // the very event it belongs to. Else the innermost one that is open.
        if (startsThen)
            return EventId(next);
        if (next == range.first)
            return {};
        EventId id(next - 1);
        while (id && m_trace.end(id) < flow.time)
            id = m_trace.events.parent[id.value()];
        return id;
    }

  private:
    // The first slice of the track that begins at `time` or later.
    std::uint32_t firstFrom(TrackId track, Nanoseconds time)
    {
        const std::vector<Nanoseconds>& begin = m_trace.events.begin;
        const EventRange range = m_trace.tracks[track.value()].events;
        std::uint32_t low = std::clamp(m_hint[track.value()], range.first, range.last);
        std::uint32_t high = range.last;
        if (low > range.first && begin[low - 1] >= time) {
            high = low;
            low = range.first;
        } else {
            for (std::uint32_t step = 1; low < range.last && begin[low] < time; step *= 2) {
                ++low;
                if (range.last - low <= step || begin[low + step - 1] >= time) {
                    high = std::min(range.last, low + step);
                    break;
                }
                low += step - 1;
            }
            if (low == range.last || begin[low] >= time)
                high = low;
        }
        const auto at = std::lower_bound(begin.begin() + low, begin.begin() + high, time);
        return m_hint[track.value()] = static_cast<std::uint32_t>(at - begin.begin());
    }

    const Trace& m_trace;
    std::vector<std::uint32_t> m_hint;
};

// What is left of an arrow's end once its slice is known.
struct BoundEnd {
    std::uint64_t key;
    Nanoseconds time;
    EventId slice;
    StringId category;
    FlowPhase phase;
};

// Starts before steps before ends at one time: skewed clocks may put an end before its start, which then goes
// to the first start of its key.
bool isBefore(const BoundEnd& a, const BoundEnd& b)
{
    if (a.key != b.key)
        return a.key < b.key;
    return a.time != b.time ? a.time < b.time : std::tie(a.phase, a.slice) < std::tie(b.phase, b.slice);
}

// Keys are hashes: their first bits share the ends out evenly, and the few of one share are sorted at once.
void sortEnds(std::vector<BoundEnd>& ends)
{
    constexpr std::size_t kUsualShare = 8;
    const int bits = std::bit_width(ends.size() / kUsualShare);
    if (bits < 2) {
        std::ranges::sort(ends, isBefore);
        return;
    }
    const auto shareOf = [bits](const BoundEnd& end) { return end.key >> (64 - bits); };
    std::vector<std::uint32_t> behind((std::size_t{1} << bits) + 1, 0);
    for (const BoundEnd& end : ends)
        ++behind[shareOf(end) + 1];
    std::partial_sum(behind.begin(), behind.end(), behind.begin());
    std::vector<BoundEnd> placed(ends.size());
    for (const BoundEnd& end : ends)
        placed[behind[shareOf(end)]++] = end; // from the begin of the share to its end
    std::uint32_t begin = 0;
    for (std::size_t share = 0; share + 1 < behind.size(); ++share) {
        std::sort(placed.begin() + begin, placed.begin() + behind[share], isBefore);
        begin = behind[share];
    }
    ends = std::move(placed);
}

} // namespace

FlowOutcome bindFlows(std::vector<StagedFlow> staged, Trace& trace)
{
    Binder binder(trace);
    std::vector<BoundEnd> flows;
    flows.reserve(staged.size());
    for (const StagedFlow& flow : staged)
        flows.push_back({flow.key, flow.time, binder.bind(flow), flow.category, flow.phase});
    staged = {};
    sortEnds(flows);
    FlowOutcome outcome;
    for (std::size_t group = 0; group < flows.size();) {
        std::size_t groupEnd = group;
        while (groupEnd < flows.size() && flows[groupEnd].key == flows[group].key)
            ++groupEnd;
        const auto first = flows.begin() + static_cast<std::ptrdiff_t>(group);
        const auto last = flows.begin() + static_cast<std::ptrdiff_t>(groupEnd);
        group = groupEnd;
        auto source =
            std::find_if(first, last, [](const BoundEnd& end) { return end.phase == FlowPhase::Start; });
        const bool hasStart = source != last;
        std::size_t arrows = 0;
        for (auto end = first; end != last; ++end) {
            if (end->phase == FlowPhase::Start) {
                source = end;
                continue;
            }
            if (!hasStart) {
                outcome.endsWithoutStart += end->phase == FlowPhase::End;
                continue;
            }
            if (source->slice && end->slice && source->slice != end->slice) {
                trace.flows.push_back({source->slice, end->slice, end->category});
                ++arrows;
            }
            if (end->phase == FlowPhase::Step)
                source = end;
        }
        outcome.startsWithoutEnd += hasStart && arrows == 0;
    }
    trace.flows.shrink_to_fit();
    std::ranges::sort(trace.flows, {}, [](const Flow& flow) { return std::make_pair(flow.from, flow.to); });
    return outcome;
}

} // namespace twintrace
