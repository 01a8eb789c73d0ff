// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/kernel_map.h"

#include "core/compare/kernel_units.h"
#include "core/compare/unit_matching.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace twintrace
{
namespace
{

/// Kernels of one side of a group, by name.
class SideBuilder
{
  public:
    SideBuilder(const Trace& trace, std::vector<GroupKernel>& kernels) : m_trace(trace), m_kernels(kernels) {}

    void add(const KernelSlot& slot)
    {
        GroupKernel& kernel = row(slot.name, slot.family);
        kernel.count += static_cast<std::int64_t>(slot.executions.size());
        kernel.time += slot.time;
        kernel.executions.insert(kernel.executions.end(), slot.executions.begin(), slot.executions.end());
        if (kernel.op.empty() && slot.op)
            kernel.op = m_trace.name(slot.op);
        if (kernel.source.empty())
            kernel.source = slot.origin.source;
        if (kernel.module.empty())
            kernel.module = slot.origin.module;
    }
    void add(EventId event)
    {
        const StringId name = m_trace.events.name[event.value()];
        GroupKernel& kernel = row(name, familyOf(m_trace.text(name)));
        ++kernel.count;
        kernel.time += m_trace.duration(event);
        kernel.executions.push_back(event);
    }

  private:
    GroupKernel& row(StringId name, KernelFamily family)
    {
        const std::string_view text = m_trace.text(name);
        for (GroupKernel& kernel : m_kernels)
            if (kernel.name == text)
                return kernel;
        GroupKernel kernel;
        kernel.name = text;
        kernel.shortName = shortName(text);
        kernel.family = family;
        m_kernels.push_back(std::move(kernel));
        return m_kernels.back();
    }

    const Trace& m_trace;
    std::vector<GroupKernel>& m_kernels;
};

/// What makes two positions the same story: kind, layer and the names on both sides.
using StoryKey = std::pair<std::pair<int, int>, std::pair<std::vector<StringId>, std::vector<StringId>>>;

std::vector<StringId> sortedNames(const ForwardShape& shape, const std::vector<std::size_t>& slots)
{
    std::vector<StringId> names;
    for (const std::size_t slot : slots)
        names.push_back(shape.slots[slot].name);
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::size_t> slotsOf(const std::vector<KernelUnit>& units,
                                 const std::vector<std::size_t>& indices)
{
    std::vector<std::size_t> slots;
    for (const std::size_t unit : indices)
        slots.insert(slots.end(), units[unit].slots.begin(), units[unit].slots.end());
    std::sort(slots.begin(), slots.end());
    return slots;
}

class MapBuilder
{
  public:
    MapBuilder(const Trace& baseline, const Trace& candidate, const Paired<ForwardShape>& shapes)
        : m_traces{&baseline, &candidate}, m_shapes(shapes)
    {
        // Attention is folded only where the other side does it whole and this one does not.
        const bool isWholeBefore = hasAttentionKernel(shapes.baseline);
        const bool isWholeAfter = hasAttentionKernel(shapes.candidate);
        m_units.baseline = kernelUnits(baseline, shapes.baseline, isWholeAfter && !isWholeBefore);
        m_units.candidate = kernelUnits(candidate, shapes.candidate, isWholeBefore && !isWholeAfter);
    }

    KernelMap build()
    {
        std::vector<bool> baselineDone(m_units.baseline.size()), candidateDone(m_units.candidate.size());
        for (const UnitMatch& match : matchUnits(m_traces, m_shapes, m_units)) {
            for (const std::size_t unit : match.baseline)
                baselineDone[unit] = true;
            for (const std::size_t unit : match.candidate)
                candidateDone[unit] = true;
            addPosition(match, kindOf(match));
        }
        for (std::size_t unit = 0; unit < baselineDone.size(); ++unit)
            if (!baselineDone[unit])
                addPosition({{unit}, {}, MatchLayer::Name, 0}, GroupKind::Removed);
        for (std::size_t unit = 0; unit < candidateDone.size(); ++unit)
            if (!candidateDone[unit])
                addPosition({{}, {unit}, MatchLayer::Name, 0}, GroupKind::Added);
        addOutside();
        finish();
        return std::move(m_map);
    }

  private:
    GroupKind kindOf(const UnitMatch& match) const
    {
        const auto before = slotsOf(m_units.baseline, match.baseline);
        const auto after = slotsOf(m_units.candidate, match.candidate);
        if (before.size() > after.size())
            return GroupKind::Fused;
        std::vector<std::string_view> names, others;
        for (const std::size_t slot : before)
            names.push_back(m_traces.baseline->text(m_shapes.baseline.slots[slot].name));
        for (const std::size_t slot : after)
            others.push_back(m_traces.candidate->text(m_shapes.candidate.slots[slot].name));
        std::sort(names.begin(), names.end());
        std::sort(others.begin(), others.end());
        return names == others ? GroupKind::Same : GroupKind::Changed;
    }

    void addPosition(const UnitMatch& match, GroupKind kind)
    {
        const auto before = slotsOf(m_units.baseline, match.baseline);
        const auto after = slotsOf(m_units.candidate, match.candidate);
        const StoryKey key{{static_cast<int>(kind), static_cast<int>(match.layer)},
                           {sortedNames(m_shapes.baseline, before), sortedNames(m_shapes.candidate, after)}};
        const auto [entry, isNew] = m_groups.try_emplace(key, m_map.groups.size());
        if (isNew) {
            m_map.groups.emplace_back();
            m_map.groups.back().kind = kind;
            m_map.groups.back().layer = match.layer;
        }
        KernelGroup& group = m_map.groups[entry->second];
        group.confidence += match.confidence;
        ++group.positions;
        for (const std::size_t slot : before)
            SideBuilder(*m_traces.baseline, group.baseline).add(m_shapes.baseline.slots[slot]);
        for (const std::size_t slot : after)
            SideBuilder(*m_traces.candidate, group.candidate).add(m_shapes.candidate.slots[slot]);
    }

    void addOutside()
    {
        for (const bool isBaseline : {true, false}) {
            const auto& events = isBaseline ? m_shapes.baseline.outside : m_shapes.candidate.outside;
            if (events.empty())
                continue;
            KernelGroup group;
            group.kind = isBaseline ? GroupKind::Removed : GroupKind::Added;
            group.isOutside = true;
            group.label = "outside the forwards";
            auto& side = isBaseline ? group.baseline : group.candidate;
            const Trace& trace = isBaseline ? *m_traces.baseline : *m_traces.candidate;
            std::unordered_map<StringId, std::vector<EventId>> byName;
            for (const EventId event : events)
                byName[trace.events.name[event.value()]].push_back(event);
            SideBuilder builder(trace, side);
            for (const auto& [name, executions] : byName) {
                KernelSlot slot;
                slot.name = name;
                slot.family = familyOf(trace.text(name));
                slot.executions = executions;
                for (const EventId event : executions)
                    slot.time += trace.duration(event);
                builder.add(slot);
            }
            m_map.groups.push_back(std::move(group));
        }
    }

    void finish()
    {
        m_map.forwards = {m_shapes.baseline.forwards, m_shapes.candidate.forwards};
        for (KernelGroup& group : m_map.groups) {
            if (group.positions > 0)
                group.confidence /= static_cast<double>(group.positions);
            finishSide(group.baseline, group.baselineCount, group.baselineTime);
            finishSide(group.candidate, group.candidateCount, group.candidateTime);
            if (group.label.empty())
                group.label = (group.candidate.empty() ? group.baseline : group.candidate).front().shortName;
            const bool isMatched = group.kind != GroupKind::Added && group.kind != GroupKind::Removed;
            addTotals(m_map.totals.baseline, group.baselineCount, group.baselineTime, isMatched);
            addTotals(m_map.totals.candidate, group.candidateCount, group.candidateTime, isMatched);
        }
        std::stable_sort(
            m_map.groups.begin(), m_map.groups.end(), [](const KernelGroup& a, const KernelGroup& b) {
                return std::max(a.baselineTime, a.candidateTime) > std::max(b.baselineTime, b.candidateTime);
            });
    }

    static void finishSide(std::vector<GroupKernel>& kernels, std::int64_t& count, Nanoseconds& time)
    {
        for (const GroupKernel& kernel : kernels) {
            count += kernel.count;
            time += kernel.time;
        }
        std::sort(kernels.begin(), kernels.end(), [](const GroupKernel& a, const GroupKernel& b) {
            return a.time != b.time ? a.time > b.time : a.name < b.name;
        });
    }

    static void addTotals(MapTotals& totals, std::int64_t count, Nanoseconds time, bool isMatched)
    {
        totals.count += count;
        totals.time += time;
        totals.matchedCount += isMatched ? count : 0;
        totals.matchedTime += isMatched ? time : 0;
    }

    Paired<const Trace*> m_traces;
    const Paired<ForwardShape>& m_shapes;
    Paired<std::vector<KernelUnit>> m_units;
    std::map<StoryKey, std::size_t> m_groups;
    KernelMap m_map;
};

} // namespace

std::string_view layerKey(MatchLayer layer)
{
    static constexpr std::array<std::string_view, 5> kKeys = {"provenance", "op-tree", "fused-name", "order",
                                                              "name"};
    return kKeys[static_cast<std::size_t>(layer)];
}

std::string_view kindKey(GroupKind kind)
{
    static constexpr std::array<std::string_view, 5> kKeys = {"same", "fused", "changed", "added", "removed"};
    return kKeys[static_cast<std::size_t>(kind)];
}

KernelMap mapKernels(Baseline<const Trace&> baseline, Candidate<const Trace&> candidate,
                     const Paired<ForwardShape>& shapes)
{
    return MapBuilder(baseline.value, candidate.value, shapes).build();
}

} // namespace twintrace
