// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/forward_shape.h"

#include "core/analysis/cpu_kernels.h"
#include "core/compare/sequence_alignment.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace twintrace
{
namespace
{

constexpr std::size_t kMostLookups = 20000; // reading args again costs tens of µs each
using Sequence = std::vector<EventId>;

/// Kernels of a forward in the order they were launched; nodes of one graph in the order they started.
Sequence sequenceOf(const Trace& trace, const Iterations& iterations, const Iteration& iteration)
{
    if (iterations.isCpu())
        return iteration.cpuKernels;
    struct Key {
        Nanoseconds launched, begin;
        EventId event;
    };
    std::vector<Key> keys;
    keys.reserve(iteration.work.size());
    for (const std::uint32_t row : iteration.work) {
        const DeviceItem& item = iterations.device[row];
        if (item.kind == EventKind::Kernel)
            keys.push_back({item.launch ? trace.begin(item.launch) : item.begin, item.begin, item.event});
    }
    const auto before = [](const Key& a, const Key& b) {
        if (a.launched != b.launched)
            return a.launched < b.launched;
        return a.begin != b.begin ? a.begin < b.begin : a.event < b.event;
    };
    if (!std::is_sorted(keys.begin(), keys.end(), before))
        std::sort(keys.begin(), keys.end(), before);
    Sequence sequence;
    sequence.reserve(keys.size());
    for (const Key& key : keys)
        sequence.push_back(key.event);
    return sequence;
}

std::vector<std::uint32_t> namesOf(const Trace& trace, const Sequence& sequence)
{
    std::vector<std::uint32_t> names;
    names.reserve(sequence.size());
    for (const EventId event : sequence)
        names.push_back(trace.events.name[event.value()].value());
    return names;
}

/// Index of the forward whose sequence of names comes most often; the later one of equals (the warmer one).
std::size_t usualForward(const std::vector<std::vector<std::uint32_t>>& forwards)
{
    std::map<std::vector<std::uint32_t>, std::pair<std::size_t, std::size_t>> seen; // count, latest index
    for (std::size_t i = 0; i < forwards.size(); ++i) {
        auto& [count, latest] = seen[forwards[i]];
        ++count;
        latest = i;
    }
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (const auto& [names, countAndIndex] : seen)
        best = std::max(best, countAndIndex);
    return best.second;
}

class ShapeBuilder
{
  public:
    ShapeBuilder(const Trace& trace, const Sequence& usual) : m_trace(trace)
    {
        for (const EventId event : usual)
            m_slots.push_back(slotFor(event));
    }

    /// `names` and `usualNames` are the name ids of `sequence` and of the usual forward.
    void lay(const Sequence& sequence, const std::vector<std::uint32_t>& names,
             const std::vector<std::uint32_t>& usualNames)
    {
        if (names == usualNames) {
            for (std::size_t i = 0; i < sequence.size(); ++i)
                add(m_slots[i], sequence[i]);
            return;
        }
        const std::vector<std::int64_t> partner = alignEqual(names, usualNames);
        std::int64_t after = -1; // the usual slot that an extra kernel follows
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            if (partner[i] >= 0) {
                after = partner[i];
                add(m_slots[static_cast<std::size_t>(after)], sequence[i]);
                continue;
            }
            const auto [entry, isNew] = m_extraAt.try_emplace({after, names[i]}, m_extra.size());
            if (isNew)
                m_extra.emplace_back(after, slotFor(sequence[i]));
            add(m_extra[entry->second].second, sequence[i]);
        }
    }

    std::vector<KernelSlot> take()
    {
        std::vector<KernelSlot> all;
        all.reserve(m_slots.size() + m_extra.size());
        // In the order they were met, not of their ids, which depend on the order of the file.
        std::stable_sort(m_extra.begin(), m_extra.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        auto extra = m_extra.begin();
        for (std::int64_t i = -1; i < static_cast<std::int64_t>(m_slots.size()); ++i) {
            if (i >= 0)
                all.push_back(std::move(m_slots[static_cast<std::size_t>(i)]));
            for (; extra != m_extra.end() && extra->first == i; ++extra)
                all.push_back(std::move(extra->second));
        }
        std::erase_if(all, [](const KernelSlot& slot) { return slot.executions.empty(); });
        return all;
    }

  private:
    void add(KernelSlot& slot, EventId event)
    {
        slot.executions.push_back(event);
        slot.time += m_trace.duration(event);
    }

    KernelSlot slotFor(EventId event)
    {
        KernelSlot slot;
        slot.name = m_trace.events.name[event.value()];
        const auto [family, isNew] = m_families.try_emplace(slot.name, KernelFamily::Other);
        if (isNew)
            family->second = familyOf(m_trace.text(slot.name));
        slot.family = family->second;
        const bool isCpuKernel = !isDeviceWork(m_trace.kind(event));
        const EventId launch = isCpuKernel ? event : m_trace.links.launchOf(event);
        slot.isInsideGraph = !isCpuKernel && launch && m_trace.links.launchedBy(launch).size() > 1;
        if (!launch || slot.isInsideGraph)
            return slot;
        for (EventId at = isCpuKernel ? event : m_trace.events.parent[launch.value()]; at;
             at = m_trace.events.parent[at.value()]) {
            if (m_trace.kind(at) != EventKind::CpuOp)
                continue;
            const std::string_view name = m_trace.name(at);
            if (!slot.op && isWorkingOperator(name))
                slot.op = at;
            slot.ops.push_back(name);
        }
        return slot;
    }

    const Trace& m_trace;
    std::vector<KernelSlot> m_slots;
    std::vector<std::pair<std::int64_t, KernelSlot>> m_extra; // the usual slot that it follows
    std::map<std::pair<std::int64_t, std::uint32_t>, std::size_t> m_extraAt;
    std::unordered_map<StringId, KernelFamily> m_families;
};

/// Asks the operators around each launch, innermost first, until one knows.
void readOrigins(const Trace& trace, const OriginLookup& lookup, std::vector<KernelSlot>& slots)
{
    if (!lookup)
        return;
    std::size_t lookups = 0;
    for (KernelSlot& slot : slots)
        for (EventId at = slot.op; at && slot.origin.nodes.empty() && lookups < kMostLookups;
             at = trace.events.parent[at.value()]) {
            if (trace.kind(at) != EventKind::CpuOp)
                continue;
            ++lookups;
            slot.origin = lookup(at);
        }
}

std::vector<EventId> kernelsOutside(const Trace& trace, const Iterations& iterations)
{
    std::vector<EventId> outside;
    const auto isCounted = [&](std::int32_t owner) {
        return owner >= 0 && iterations.list[static_cast<std::size_t>(owner)].phase != IterationPhase::Cold;
    };
    if (iterations.isCpu()) {
        std::vector<EventId> inside;
        for (const Iteration& iteration : iterations.list)
            if (iteration.phase != IterationPhase::Cold)
                inside.insert(inside.end(), iteration.cpuKernels.begin(), iteration.cpuKernels.end());
        std::sort(inside.begin(), inside.end());
        for (const EventId kernel : iterations.cpuKernels)
            if (!std::binary_search(inside.begin(), inside.end(), kernel))
                outside.push_back(kernel);
        return outside;
    }
    for (std::size_t row = 0; row < iterations.device.size(); ++row)
        if (iterations.device[row].kind == EventKind::Kernel && !isCounted(iterations.owner[row]))
            outside.push_back(iterations.device[row].event);
    for (const EventId event : trace.device.event)
        if (trace.kind(event) == EventKind::Kernel && trace.has(event, kUntimed))
            outside.push_back(event);
    return outside;
}

} // namespace

ForwardShape forwardShape(const Trace& trace, const Iterations& iterations, const OriginLookup& lookup)
{
    ForwardShape shape;
    shape.areCpuKernels = iterations.isCpu();
    shape.outside = kernelsOutside(trace, iterations);
    std::vector<Sequence> sequences;
    std::vector<std::vector<std::uint32_t>> names;
    for (const Iteration& iteration : iterations.list)
        if (iteration.phase != IterationPhase::Cold) {
            sequences.push_back(sequenceOf(trace, iterations, iteration));
            names.push_back(namesOf(trace, sequences.back()));
        }
    shape.forwards = static_cast<std::int64_t>(sequences.size());
    if (sequences.empty())
        return shape;
    const std::size_t usual = usualForward(names);
    ShapeBuilder builder(trace, sequences[usual]);
    for (std::size_t i = 0; i < sequences.size(); ++i)
        builder.lay(sequences[i], names[i], names[usual]);
    shape.slots = builder.take();
    readOrigins(trace, lookup, shape.slots);
    return shape;
}

} // namespace twintrace
