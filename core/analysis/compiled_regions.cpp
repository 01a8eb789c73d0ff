// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compiled_regions.h"

#include <charconv>
#include <set>

namespace twintrace
{

std::optional<CompileId> compileIdOf(std::string_view name)
{
    const std::size_t colon = name.rfind(": ");
    if (colon == std::string_view::npos)
        return std::nullopt;
    const char* const end = name.data() + name.size();
    CompileId id;
    const auto [slash, frameError] = std::from_chars(name.data() + colon + 2, end, id.frame);
    if (frameError != std::errc() || slash == end || *slash != '/')
        return std::nullopt;
    const auto [rest, versionError] = std::from_chars(slash + 1, end, id.version);
    return versionError == std::errc() ? std::optional(id) : std::nullopt;
}

CompiledRegions findCompiledRegions(const Trace& trace)
{
    CompiledRegions result;
    std::set<CompileId> ids;
    std::set<std::int64_t> frames;
    for (std::uint32_t index = 0; index < trace.events.size(); ++index) {
        const EventId event(index);
        if (!trace.name(event).starts_with(kRegionPrefix) || trace.kind(event) == EventKind::GpuAnnotation)
            continue;
        result.regions.push_back(event);
        if (const auto id = compileIdOf(trace.name(event))) {
            ids.insert(*id);
            frames.insert(id->frame);
        }
    }
    result.frames = static_cast<std::int64_t>(frames.size());
    result.compileIds = static_cast<std::int64_t>(ids.size());
    if (!ids.empty()) {
        result.recompiles = 0;
        for (const CompileId& id : ids)
            *result.recompiles += id.version >= 1 ? 1 : 0;
    }
    return result;
}

} // namespace twintrace
