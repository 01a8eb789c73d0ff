// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/row_titles.h"

#include <algorithm>
#include <string_view>

namespace twintrace
{
namespace
{

bool isNumber(std::string_view key)
{
    if (key.starts_with('-'))
        key.remove_prefix(1);
    return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string titleOfKey(const char* kind, std::string_view key)
{
    if (isNumber(key))
        return std::string(kind) + " " + std::string(key);
    return key.empty() ? "(unnamed " + std::string(kind) + ")" : std::string(key);
}

bool hasText(const Trace& trace, StringId id)
{
    return trace.text(id).find_first_not_of(" \t\r\n") != std::string_view::npos;
}

} // namespace

std::string titleOfRow(const Trace& trace, TrackId id)
{
    const Track& track = trace.tracks[id.value()];
    if (track.kind == TrackKind::Thread && !hasText(trace, track.name))
        return titleOfKey("thread", trace.text(track.key));
    return trace.trackTitle(id);
}

std::string titleOfHeading(const Trace& trace, ProcessId id)
{
    if (!id)
        return "(no process)";
    const Process& process = trace.processes[id.value()];
    if (!hasText(trace, process.name) && !hasText(trace, process.labels))
        return titleOfKey("process", trace.text(process.key));
    return trace.processTitle(id);
}

std::vector<bool> profilersOwn(const Trace& trace)
{
    const auto isWork = [&trace](const Track& track) {
        for (std::uint32_t id = track.events.first; id < track.events.last; ++id) {
            if (trace.kind(EventId(id)) != EventKind::ProfilerSpan)
                return true;
        }
        // Instants with a category are the program's; the profiler's marks have none.
        for (std::uint32_t i = track.instants.first; i < track.instants.last; ++i) {
            const CategoryId category = trace.instants.category[i];
            if (category && hasText(trace, trace.categories[category.value()].name))
                return true;
        }
        return false;
    };
    std::vector<bool> isOwn(trace.processes.size(), false);
    std::vector<bool> hasWork(trace.processes.size(), false);
    for (const Track& track : trace.tracks) {
        if (!track.process || hasWork[track.process.value()])
            continue;
        const bool hasRow = !track.events.isEmpty() || !track.instants.isEmpty();
        hasWork[track.process.value()] = hasRow && isWork(track);
        isOwn[track.process.value()] = hasRow || isOwn[track.process.value()];
    }
    for (std::size_t process = 0; process < isOwn.size(); ++process)
        isOwn[process] = isOwn[process] && !hasWork[process];
    return isOwn;
}

} // namespace twintrace
