// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/freeze.h"

#include "core/base/parallel.h"
#include "core/model/point_events.h"
#include "core/model/slice_order.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>

namespace twintrace
{
namespace
{

constexpr Nanoseconds kNever = std::numeric_limits<Nanoseconds>::max();
// While columns are filled and sorted, `parent` carries what else a slice is: a row of the staged device
// work, or of the staged launches behind all of those.
constexpr std::uint32_t kNoTag = EventId::kNone;

class Freezer
{
  public:
    Freezer(Trace& trace, std::vector<StagedBatch> batches, IdMaps maps, FreezeOptions options)
        : m_trace(trace), m_batches(std::move(batches)), m_maps(std::move(maps)), m_options(options)
    {
    }

    FreezeOutcome run()
    {
        FreezeOutcome outcome;
        measure();
        outcome.pairing = addPairedSlices();
        moveOrigin();
        orderTracks();
        if (isCancelled())
            return outcome;
        placeSlices();
        if (isCancelled())
            return outcome;
        sortAndNest();
        if (isCancelled())
            return outcome;
        parallelFor(2, m_options.threads, [&](std::size_t step) {
            if (step == 0)
                outcome.flows = bindFlows(std::move(m_flows), m_trace);
            else
                setSpan();
        });
        return outcome;
    }

  private:
    struct Group {
        std::size_t firstBatch = 0;
        std::size_t lastBatch = 0;
        std::vector<std::uint32_t> slices; // per track: count, then next position
        Nanoseconds earliest = kNever;
        Nanoseconds latest = std::numeric_limits<Nanoseconds>::min();
    };

    [[nodiscard]] bool isCancelled() const { return m_options.progress && m_options.progress->isCancelled(); }

    // Shares the batches out in file order and counts the slices of each track.
    void measure()
    {
        std::uint64_t all = 0;
        for (const StagedBatch& batch : m_batches)
            all += batch.sliceCount;
        const std::uint64_t share = all / std::max(1U, m_options.threads) + 1;
        std::uint64_t sum = share;
        for (std::size_t i = 0; i < m_batches.size(); ++i) {
            if (sum >= share) {
                m_groups.push_back({i, i, {}});
                sum = 0;
            }
            sum += m_batches[i].sliceCount;
            m_groups.back().lastBatch = i + 1;
        }
        parallelFor(m_groups.size(), m_options.threads, [this](std::size_t i) { measure(m_groups[i]); });
        for (const Group& group : m_groups) {
            m_earliest = std::min(m_earliest, group.earliest);
            m_latest = std::max(m_latest, group.latest);
        }
        for (const StagedBatch& batch : m_batches) {
            for (const StagedMark& mark : batch.marks)
                include(mark.time, mark.time);
            for (const StagedInstant& instant : batch.instants)
                include(instant.time, instant.time);
            for (const StagedCounter& counter : batch.counters)
                include(counter.time, counter.time);
        }
        if (m_earliest == kNever)
            m_earliest = m_latest = 0;
    }

    void measure(Group& group) const
    {
        group.slices.assign(m_trace.tracks.size(), 0);
        for (std::size_t i = group.firstBatch; i < group.lastBatch; ++i) {
            for (const SliceSegment& segment : m_batches[i].segments) {
                for (const StagedSlice& slice : segment.slices()) {
                    ++group.slices[mapped(m_maps.tracks, slice.track).value()];
                    if (slice.flags & kUntimed)
                        continue;
                    group.earliest = std::min(group.earliest, slice.begin);
                    group.latest = std::max(group.latest, saturatingAdd(slice.begin, slice.duration));
                }
            }
        }
    }

    void include(Nanoseconds begin, Nanoseconds end)
    {
        m_earliest = std::min(m_earliest, begin);
        m_latest = std::max(m_latest, end);
    }

    PairingOutcome addPairedSlices()
    {
        std::vector<StagedMark> marks;
        for (StagedBatch& batch : m_batches) {
            marks.insert(marks.end(), batch.marks.begin(), batch.marks.end());
            batch.marks = {};
        }
        if (marks.empty())
            return {};
        std::vector<StagedSlice> slices;
        const PairingOutcome outcome = pairBeginsWithEnds(std::move(marks), m_latest, slices);
        StagedBatch batch;
        std::shared_ptr<SliceBlock> block;
        for (const StagedSlice& slice : slices)
            batch.addSlice(block, slice);
        m_batches.push_back(std::move(batch));
        m_groups.push_back({m_batches.size() - 1, m_batches.size(), {}});
        measure(m_groups.back());
        return outcome;
    }

    void moveOrigin()
    {
        if (m_options.keepOrigin)
            return;
        const Nanoseconds rest = ((m_earliest % 1000) + 1000) % 1000;
        Nanoseconds origin = 0;
        if (__builtin_sub_overflow(m_earliest, rest, &origin))
            return;
        if (__builtin_add_overflow(m_trace.metadata.originMicroseconds, origin / 1000,
                                   &m_trace.metadata.originMicroseconds))
            return;
        m_shift = -origin;
    }

    // Rows without anything on them go, the others get their display order.
    void orderTracks()
    {
        std::vector<std::uint32_t> slices(m_trace.tracks.size(), 0);
        std::vector<std::uint32_t> instants(m_trace.tracks.size(), 0);
        for (const Group& group : m_groups) {
            for (std::size_t i = 0; i < slices.size(); ++i)
                slices[i] += group.slices[i];
        }
        for (const StagedBatch& batch : m_batches) {
            for (const StagedInstant& instant : batch.instants)
                ++instants[mapped(m_maps.tracks, instant.track).value()];
        }
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (slices[i] + instants[i] != 0)
                order.push_back(i);
        }
        std::ranges::sort(order, {}, [this](std::uint32_t i) {
            const Track& track = m_trace.tracks[i];
            return std::make_tuple(m_trace.processes[track.process.value()].sortIndex, track.process.value(),
                                   track.kind == TrackKind::Async, track.sortIndex, i);
        });
        m_finalTrack.assign(slices.size(), TrackId());
        std::vector<Track> kept;
        kept.reserve(order.size());
        std::uint32_t event = 0;
        std::uint32_t instant = 0;
        for (const std::uint32_t i : order) {
            Track& track = kept.emplace_back(m_trace.tracks[i]);
            m_finalTrack[i] = TrackId(static_cast<std::uint32_t>(kept.size() - 1));
            track.events = {event, event + slices[i]};
            track.instants = {instant, instant + instants[i]};
            event = track.events.last;
            instant = track.instants.last;
        }
        m_trace.tracks = std::move(kept);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            std::uint32_t next = m_finalTrack[i] ? m_trace.tracks[m_finalTrack[i].value()].events.first : 0;
            for (Group& group : m_groups)
                next = std::exchange(group.slices[i], next) + next;
        }
    }

    void placeSlices()
    {
        const std::size_t count = m_trace.tracks.empty() ? 0 : m_trace.tracks.back().events.last;
        EventColumns& columns = m_trace.events;
        resizeColumn(columns.begin, count);
        resizeColumn(columns.duration, count);
        resizeColumn(columns.name, count);
        resizeColumn(columns.category, count);
        resizeColumn(columns.flags, count);
        resizeColumn(columns.parent, count);
        resizeColumn(columns.source, count);
        m_deviceBase.assign(1, 0);
        m_launchBase.assign(1, 0);
        for (const StagedBatch& batch : m_batches) {
            m_deviceBase.push_back(m_deviceBase.back() + static_cast<std::uint32_t>(batch.device.size()));
            m_launchBase.push_back(m_launchBase.back() + static_cast<std::uint32_t>(batch.launches.size()));
        }
        parallelFor(m_groups.size(), m_options.threads, [this](std::size_t i) {
            for (std::size_t batch = m_groups[i].firstBatch; batch < m_groups[i].lastBatch && !isCancelled();
                 ++batch)
                placeBatch(m_groups[i], batch);
        });
    }

    void placeBatch(Group& group, std::size_t index)
    {
        StagedBatch& batch = m_batches[index];
        EventColumns& columns = m_trace.events;
        std::uint32_t slice = 0;
        std::size_t device = 0;
        std::size_t launch = 0;
        for (SliceSegment& segment : batch.segments) {
            for (const StagedSlice& staged : segment.slices()) {
                const std::uint32_t at = group.slices[mapped(m_maps.tracks, staged.track).value()]++;
                columns.begin[at] = staged.flags & kUntimed ? 0 : saturatingAdd(staged.begin, m_shift);
                columns.duration[at] = staged.duration;
                columns.name[at] = mapped(m_maps.names, staged.name);
                columns.category[at] = mapped(m_maps.categories, staged.category);
                columns.flags[at] = staged.flags;
                columns.source[at] = staged.source;
                if (device < batch.device.size() && batch.device[device].slice == slice)
                    columns.parent[at] = EventId(m_deviceBase[index] + static_cast<std::uint32_t>(device++));
                else if (launch < batch.launches.size() && batch.launches[launch].slice == slice)
                    columns.parent[at] = EventId(m_deviceBase.back() + m_launchBase[index] +
                                                 static_cast<std::uint32_t>(launch++));
                ++slice;
            }
            segment.block.reset();
        }
        batch.segments = {};
    }

    void sortAndNest()
    {
        EventColumns& columns = m_trace.events;
        // The longest tracks first, what else can be done meanwhile behind them.
        std::vector<std::uint32_t> order(m_trace.tracks.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, std::greater(),
                                 [this](std::uint32_t i) { return m_trace.tracks[i].events.size(); });
        const auto forEachTrack = [&](const auto& work, const std::vector<std::function<void()>>& meanwhile) {
            parallelFor(order.size() + meanwhile.size(), m_options.threads, [&](std::size_t i) {
                if (isCancelled())
                    return;
                if (i < order.size())
                    work(m_trace.tracks[order[i]]);
                else
                    meanwhile[i - order.size()]();
            });
        };
        const Placement placement{m_maps, m_finalTrack, m_shift};
        forEachTrack([&](Track& track) { sortTrack(columns, track.events); },
                     {[&] { placeInstants(m_trace, m_batches, placement); },
                      [&] { placeCounters(m_trace, m_batches, placement); },
                      [&] { resizeColumn(columns.depth, columns.size()); },
                      [&] { m_flows = takeFlows(m_batches, placement); }});
        if (isCancelled())
            return;
        collectTagged();
        forEachTrack([&](Track& track) { track.depthCount = nestTrack(columns, track.events); }, {[&] {
                         m_trace.links = LaunchLinks(m_trace.device, m_trace.launches, columns.source);
                     }});
    }

    // Device work and launches in EventId order, from the tags.
    void collectTagged()
    {
        std::vector<StagedDevice> device;
        std::vector<StagedLaunch> launches;
        device.reserve(m_deviceBase.back());
        launches.reserve(m_launchBase.back());
        for (StagedBatch& batch : m_batches) {
            device.insert(device.end(), batch.device.begin(), batch.device.end());
            launches.insert(launches.end(), batch.launches.begin(), batch.launches.end());
            batch.device = {};
            batch.launches = {};
        }
        DeviceColumns& work = m_trace.device;
        work.event.reserve(device.size());
        work.stream.reserve(device.size());
        work.correlation.reserve(device.size());
        m_trace.launches.event.reserve(launches.size());
        m_trace.launches.correlation.reserve(launches.size());
        for (Track& track : m_trace.tracks) {
            for (std::uint32_t event = track.events.first; event < track.events.last; ++event) {
                const std::uint32_t tag = m_trace.events.parent[event].value();
                if (tag == kNoTag)
                    continue;
                if (tag < device.size()) {
                    work.event.push_back(EventId(event));
                    work.stream.push_back(mapped(m_maps.streams, device[tag].stream));
                    work.correlation.push_back(device[tag].correlation);
                    track.kind = TrackKind::Stream;
                } else {
                    m_trace.launches.event.push_back(EventId(event));
                    m_trace.launches.correlation.push_back(launches[tag - device.size()].correlation);
                }
            }
        }
        collectBadDurations();
    }

    void collectBadDurations()
    {
        std::vector<std::pair<std::uint64_t, Nanoseconds>> written; // by source
        for (const StagedBatch& batch : m_batches) {
            for (const StagedBadDuration& bad : batch.badDurations)
                written.emplace_back(bad.source, bad.written);
        }
        if (written.empty())
            return;
        std::ranges::sort(written);
        for (std::uint32_t event = 0; event < m_trace.events.size(); ++event) {
            if (!(m_trace.events.flags[event] & kBadDuration))
                continue;
            const auto found = std::ranges::lower_bound(written, m_trace.events.source[event], {},
                                                        &std::pair<std::uint64_t, Nanoseconds>::first);
            if (found != written.end() && found->first == m_trace.events.source[event])
                m_trace.badDurations.push_back({EventId(event), found->second});
        }
    }

    void setSpan()
    {
        m_trace.m_tracksByFirstEvent.clear();
        Trace::Span span{kNever, std::numeric_limits<Nanoseconds>::min()};
        for (std::uint32_t i = 0; i < m_trace.tracks.size(); ++i) {
            const EventRange range = m_trace.tracks[i].events;
            if (range.isEmpty())
                continue;
            m_trace.m_tracksByFirstEvent.push_back(TrackId(i));
            for (std::uint32_t event = range.first; event < range.last; ++event) {
                if (m_trace.events.flags[event] & kUntimed)
                    continue;
                span.begin = std::min(span.begin, m_trace.events.begin[event]);
                span.end = std::max(span.end, m_trace.end(EventId(event)));
            }
        }
        m_trace.m_span = span.begin == kNever ? Trace::Span{} : span;
    }

    Trace& m_trace;
    std::vector<StagedBatch> m_batches;
    IdMaps m_maps;
    FreezeOptions m_options;
    std::vector<Group> m_groups;
    std::vector<StagedFlow> m_flows;
    std::vector<TrackId> m_finalTrack; // by the builder's track
    std::vector<std::uint32_t> m_deviceBase;
    std::vector<std::uint32_t> m_launchBase;
    Nanoseconds m_earliest = kNever;
    Nanoseconds m_latest = std::numeric_limits<Nanoseconds>::min();
    Nanoseconds m_shift = 0;
};

} // namespace

FreezeOutcome freezeBatches(Trace& trace, std::vector<StagedBatch> batches, IdMaps maps,
                            FreezeOptions options)
{
    return Freezer(trace, std::move(batches), std::move(maps), options).run();
}

} // namespace twintrace
