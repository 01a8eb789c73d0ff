// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compile_incidents.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace twintrace
{
namespace
{

constexpr std::string_view kCompileSlice = "_compile.compile_inner (dynamo_timed)";
constexpr std::string_view kLookup = "TorchDynamo Cache Lookup";
constexpr std::string_view kIdKey = "compile_id=";

std::optional<CompileId> idAfterKey(std::string_view name)
{
    const std::size_t key = name.find(kIdKey);
    if (key == std::string_view::npos)
        return std::nullopt;
    // The same form as behind a region's name.
    std::string text = ": ";
    text.append(name.substr(key + kIdKey.size()));
    return compileIdOf(text);
}

/// Walks one track's slices, parents before children.
class TrackWalk
{
  public:
    TrackWalk(const Trace& trace, const Track& track, std::vector<CompileIncident>& found)
        : m_trace(trace), m_track(track), m_found(found)
    {
    }

    void findCompiles(StringId compileName)
    {
        for (std::uint32_t i = m_track.events.first; compileName && i < m_track.events.last; ++i) {
            if (m_trace.events.name[i] == compileName)
                addCompile(EventId(i));
        }
    }

    void findBreaks(const std::vector<EventId>& regions)
    {
        for (std::size_t i = 1; i < regions.size(); ++i)
            addBreak(regions[i - 1], regions[i]);
    }

  private:
    [[nodiscard]] std::string_view name(EventId id) const { return m_trace.name(id); }

    void addCompile(EventId slice)
    {
        EventId whole = slice;
        for (EventId parent = m_trace.events.parent[slice.value()]; parent;
             parent = m_trace.events.parent[parent.value()]) {
            if (name(parent) == kCompileSlice)
                return; // part of one that is counted
            if (name(parent) == "dynamo" || name(parent) == "entire_frame_compile")
                whole = parent;
        }
        CompileIncident incident;
        incident.event = whole;
        incident.begin = m_trace.begin(whole);
        incident.cost = m_trace.duration(whole);
        const Nanoseconds end = m_trace.end(whole);
        std::uint32_t i = whole.value() + 1;
        for (; i < m_track.events.last && m_trace.events.begin[i] < end && !incident.id; ++i)
            incident.id = idAfterKey(name(EventId(i)));
        // Older versions do not name it inside: what was compiled runs next.
        for (; i < m_track.events.last && !incident.id; ++i) {
            if (name(EventId(i)).starts_with(kRegionPrefix))
                incident.id = compileIdOf(name(EventId(i)));
        }
        incident.kind = incident.id && incident.id->version > 0 ? CompileIncidentKind::Recompile
                                                                : CompileIncidentKind::Compile;
        m_found.push_back(incident);
    }

    void addBreak(EventId before, EventId after)
    {
        const std::optional<CompileId> left = compileIdOf(name(before));
        const std::optional<CompileId> entered = compileIdOf(name(after));
        if (!left || !entered || left->frame == entered->frame)
            return;
        const bool isInside = m_trace.begin(after) < m_trace.end(before);
        const EventId parent = m_trace.events.parent[after.value()];
        // Side by side, only the next frame of one step is taken for what resumes after a break.
        if (!isInside &&
            (!parent || parent != m_trace.events.parent[before.value()] || entered->frame != left->frame + 1))
            return;
        CompileIncident incident;
        incident.kind = CompileIncidentKind::GraphBreak;
        incident.event = after;
        incident.id = entered;
        incident.left = left;
        incident.begin = isInside ? endOfWorkBefore(before, after) : m_trace.end(before);
        incident.cost = saturatingAdd(m_trace.begin(after), -incident.begin);
        incident.isEstimated = !isInside;
        m_found.push_back(incident);
    }

    /// When the graph of `before` was done, where the next region runs inside it.
    [[nodiscard]] Nanoseconds endOfWorkBefore(EventId before, EventId after) const
    {
        const Nanoseconds begin = m_trace.begin(after);
        Nanoseconds end = m_trace.begin(before);
        for (std::uint32_t i = before.value() + 1; i < after.value(); ++i) {
            if (m_trace.end(EventId(i)) <= begin && name(EventId(i)) != kLookup)
                end = std::max(end, m_trace.end(EventId(i)));
        }
        return end;
    }

    const Trace& m_trace;
    const Track& m_track;
    std::vector<CompileIncident>& m_found;
};

} // namespace

std::vector<CompileIncident> findCompileIncidents(const Trace& trace)
{
    std::vector<CompileIncident> found;
    const StringId compileName = trace.strings.find(kCompileSlice);
    const std::vector<EventId> regions = findCompiledRegions(trace).regions;
    if (regions.empty() && !compileName)
        return found;
    auto next = regions.begin();
    for (TrackId id : trace.m_tracksByFirstEvent) {
        const Track& track = trace.tracks[id.value()];
        TrackWalk walk(trace, track, found);
        walk.findCompiles(compileName);
        std::vector<EventId> own;
        for (; next != regions.end() && next->value() < track.events.last; ++next)
            own.push_back(*next);
        walk.findBreaks(own);
    }
    std::set<CompileId> known;
    for (const CompileIncident& incident : found) {
        if (incident.kind != CompileIncidentKind::GraphBreak && incident.id)
            known.insert(*incident.id);
    }
    for (const EventId region : regions) {
        const std::optional<CompileId> id = compileIdOf(trace.name(region));
        if (!id || id->version == 0 || !known.insert(*id).second)
            continue;
        CompileIncident incident;
        incident.kind = CompileIncidentKind::Recompile;
        incident.event = region;
        incident.id = id;
        incident.begin = trace.begin(region);
        found.push_back(incident);
    }
    std::ranges::stable_sort(found, {}, &CompileIncident::begin);
    return found;
}

} // namespace twintrace
