// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trace.h"

#include <algorithm>

namespace twintrace
{
namespace
{

template <class T> std::uint64_t bytesOf(const std::vector<T>& column)
{
    return column.capacity() * sizeof(T);
}

std::string trimmed(std::string_view text)
{
    const auto last = text.find_last_not_of(" \t\r\n");
    return last == std::string_view::npos ? std::string() : std::string(text.substr(0, last + 1));
}

} // namespace

TrackId Trace::trackOf(EventId id) const
{
    const auto after = std::ranges::upper_bound(m_tracksByFirstEvent, id.value(), {}, [this](TrackId track) {
        return tracks[track.value()].events.first;
    });
    return after == m_tracksByFirstEvent.begin() ? TrackId() : *(after - 1);
}

std::string Trace::trackTitle(TrackId id) const
{
    const Track& track = tracks[id.value()];
    if (std::string name = trimmed(text(track.name)); !name.empty())
        return name;
    if (track.kind == TrackKind::Stream && !track.events.isEmpty()) {
        for (std::uint32_t event = track.events.first; event < track.events.last; ++event) {
            if (const auto row = deviceRow(EventId(event))) {
                const Stream& stream = streams[device.stream[*row].value()];
                if (stream.hasDeviceArgs)
                    return "GPU " + std::string(text(stream.device)) + " / stream " +
                           std::string(text(stream.stream));
                break;
            }
        }
    }
    const std::string key(text(track.key));
    return track.kind == TrackKind::Async ? key : "thread " + key;
}

std::string Trace::processTitle(ProcessId id) const
{
    const Process& process = processes[id.value()];
    std::string title = trimmed(text(process.name));
    const std::string labels = trimmed(text(process.labels));
    const std::string key(text(process.key));
    if (title.empty())
        title = labels.empty() ? "process " + key : labels;
    else if (!labels.empty())
        title += " (" + labels + ")";
    return title;
}

std::optional<std::size_t> Trace::deviceRow(EventId id) const
{
    const auto found = std::ranges::lower_bound(device.event, id);
    if (found == device.event.end() || *found != id)
        return std::nullopt;
    return static_cast<std::size_t>(found - device.event.begin());
}

std::uint64_t Trace::ownBytes() const
{
    std::uint64_t sum = strings.bytes() + links.ownBytes();
    sum += bytesOf(events.begin) + bytesOf(events.duration) + bytesOf(events.name) +
           bytesOf(events.category) + bytesOf(events.flags) + bytesOf(events.depth) + bytesOf(events.parent) +
           bytesOf(events.source);
    sum += bytesOf(instants.time) + bytesOf(instants.name) + bytesOf(instants.category) +
           bytesOf(instants.source);
    sum += bytesOf(device.event) + bytesOf(device.stream) + bytesOf(device.correlation);
    sum += bytesOf(launches.event) + bytesOf(launches.correlation) + bytesOf(flows) + bytesOf(memory);
    sum +=
        bytesOf(tracks) + bytesOf(processes) + bytesOf(categories) + bytesOf(streams) + bytesOf(badDurations);
    for (const CounterSeries& series : counters)
        sum += sizeof(series) + bytesOf(series.time) + bytesOf(series.value);
    return sum;
}

} // namespace twintrace
