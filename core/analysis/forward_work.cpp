// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/forward_work.h"

#include "core/analysis/gap_causes.h"
#include "core/analysis/launch_summary.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>

namespace twintrace
{
namespace
{

void addFamily(ForwardWork& work, KernelFamily family, Nanoseconds time)
{
    auto& total = work.families[static_cast<std::size_t>(family)];
    ++total.count;
    total.time += time;
}

/// Names are few and kernels many: the family of each name is told once.
class Families
{
  public:
    explicit Families(const Trace& trace) : m_trace(trace) {}
    KernelFamily of(EventId event)
    {
        const StringId name = m_trace.events.name[event.value()];
        const auto [entry, isNew] = m_known.try_emplace(name, KernelFamily::Other);
        if (isNew)
            entry->second = familyOf(m_trace.text(name));
        return entry->second;
    }

  private:
    const Trace& m_trace;
    std::unordered_map<StringId, KernelFamily> m_known;
};

struct Sweep {
    Nanoseconds kernelBusy = 0, busy = 0;
};

/// The device side of one forward. With several devices their unions and gaps are added up.
Sweep sweepForward(const Trace& trace, const Iterations& iterations, const Iteration& iteration,
                   const GapCauseFinder& finder, ForwardWork& work)
{
    struct Lane {
        Nanoseconds kernelsUntil = 0, busyUntil = 0;
        EventId latest;
        bool hasKernel = false;
    };
    std::unordered_map<StringId, Lane> lanes;
    Sweep sweep;
    for (const std::uint32_t row : iteration.work) {
        const DeviceItem& item = iterations.device[row];
        const auto [entry, isFirst] = lanes.try_emplace(deviceOf(trace, item.stream));
        Lane& lane = entry->second;
        if (!isFirst && item.begin > lane.busyUntil) {
            Gap gap{lane.busyUntil, item.begin, GapCause::Other, lane.latest, item.event, item.stream};
            if (gap.length() > kCountedGap) {
                gap.cause = finder.causeOf(gap, false);
                work.gaps.add(gap);
            } else {
                work.shortGaps += gap.length();
            }
        }
        if (isFirst || item.end > lane.busyUntil) {
            sweep.busy += item.end - (isFirst ? item.begin : std::max(item.begin, lane.busyUntil));
            lane.busyUntil = item.end;
            lane.latest = item.event;
        }
        if (item.kind == EventKind::Kernel && (!lane.hasKernel || item.end > lane.kernelsUntil)) {
            sweep.kernelBusy +=
                item.end - (lane.hasKernel ? std::max(item.begin, lane.kernelsUntil) : item.begin);
            lane.kernelsUntil = item.end;
            lane.hasKernel = true;
        }
    }
    return sweep;
}

void addDeviceForward(const Trace& trace, const Iterations& iterations, const Iteration& iteration,
                      const GapCauseFinder& finder, Families& families, ForwardWork& work)
{
    for (const std::uint32_t row : iteration.work) {
        const DeviceItem& item = iterations.device[row];
        const Nanoseconds time = item.end - item.begin;
        if (item.kind == EventKind::Kernel) {
            ++work.kernels;
            work.kernelTime += time;
            addFamily(work, families.of(item.event), time);
        } else {
            ++work.copies;
            addFamily(work, item.kind == EventKind::Memcpy ? KernelFamily::Memcpy : KernelFamily::Memset,
                      time);
        }
    }
    const Sweep sweep = sweepForward(trace, iterations, iteration, finder, work);
    work.kernelBusy += sweep.kernelBusy;
    work.copyBusy += sweep.busy - sweep.kernelBusy;
    const Nanoseconds begin = std::min(iteration.begin, iteration.deviceBegin);
    const Nanoseconds end = std::max(iteration.end, iteration.deviceEnd);
    work.endToEnd += end - begin;
    work.leadIn += iteration.deviceBegin - begin;
    work.tail += end - iteration.deviceEnd;
}

void addCpuForward(const Trace& trace, const Iteration& iteration, Families& families, ForwardWork& work)
{
    Nanoseconds cursor = iteration.begin;
    EventId latest;
    for (const EventId kernel : iteration.cpuKernels) {
        const Nanoseconds begin = trace.begin(kernel);
        const Nanoseconds end = trace.end(kernel);
        ++work.kernels;
        work.kernelTime += trace.duration(kernel);
        addFamily(work, families.of(kernel), trace.duration(kernel));
        if (!latest) {
            work.leadIn += begin - iteration.begin;
        } else if (begin - cursor > kCountedGap) {
            // On a CPU what runs is what was called: between two kernels the host prepares the next one.
            work.gaps.add({cursor, begin, GapCause::HostWait, latest, kernel, StreamId()});
        } else if (begin > cursor) {
            work.shortGaps += begin - cursor;
        }
        work.kernelBusy += std::max<Nanoseconds>(0, end - std::max(cursor, begin));
        cursor = std::max(cursor, end);
        latest = kernel;
    }
    const Nanoseconds end = std::max(iteration.end, cursor);
    work.endToEnd += end - iteration.begin;
    work.tail += latest ? end - cursor : end - iteration.begin;
}

} // namespace

bool isUnderRecorded(const Trace& trace)
{
    for (std::size_t row = 0; row < trace.launches.size(); ++row) {
        const EventId launch = trace.launches.event[row];
        if (isGraphLaunch(trace.name(launch)) && trace.links.launchedBy(launch).empty())
            return true; // a replay without any record
    }
    for (const ImportProblem& problem : trace.report.problems)
        if (problem.code.find("dropped") != std::string::npos)
            return true;
    const nlohmann::json facts = nlohmann::json::parse(trace.metadata.otherJson, nullptr, false);
    const auto dropped = facts.is_object() ? facts.find("dropped_records") : facts.end();
    return dropped != facts.end() && dropped->is_number() && *dropped > 0;
}

ForwardWork forwardWork(const Trace& trace, const Iterations& iterations)
{
    ForwardWork work;
    work.areCpuKernels = iterations.isCpu();
    work.isEstimated = iterations.isEstimated;
    work.hasUnreliableGaps = isUnderRecorded(trace);
    const GapCauseFinder finder(trace, iterations.device);
    Families families(trace);
    for (const Iteration& iteration : iterations.list) {
        if (iteration.phase == IterationPhase::Cold)
            continue;
        ++work.forwards;
        if (work.areCpuKernels)
            addCpuForward(trace, iteration, families, work);
        else
            addDeviceForward(trace, iterations, iteration, finder, families, work);
    }
    const IterationLaunches launches = launchesWithin(trace, iterations);
    work.launches = launches.launches;
    work.graphLaunches = launches.graphLaunches;
    return work;
}

PerForward perForward(const Trace& trace)
{
    const ForwardWork work = forwardWork(trace, findIterations(trace));
    PerForward result;
    result.areCpuKernels = work.areCpuKernels;
    if (work.forwards == 0)
        return result;
    const auto forwards = static_cast<double>(work.forwards);
    const auto mean = [=](auto total) { return static_cast<double>(total) / forwards; };
    const auto meanUs = [=](Nanoseconds total) { return static_cast<double>(total) / forwards / 1000; };
    result.kernels = mean(work.kernels);
    result.launches = mean(work.launches);
    result.graphLaunches = mean(work.graphLaunches);
    result.copies = mean(work.copies);
    result.busyUs = meanUs(work.busy());
    result.gapsOver1us = mean(work.gaps.total.count);
    result.gapUs = meanUs(work.gaps.total.time);
    // Counts of a cause or family are whole: rounded means.
    const auto totals = [&](std::int64_t count, Nanoseconds time) {
        return GapCauseTotals{(count + work.forwards / 2) / work.forwards, meanUs(time)};
    };
    for (const GapCause cause : kGapCauses)
        result.gapCauses.emplace(gapCauseKey(cause),
                                 totals(work.gaps.of(cause).count, work.gaps.of(cause).time));
    for (int family = 0; family < kKernelFamilyCount; ++family) {
        const auto& total = work.families[static_cast<std::size_t>(family)];
        if (total.count > 0)
            result.kernelsByFamily.emplace(familyKey(static_cast<KernelFamily>(family)),
                                           totals(total.count, total.time));
    }
    return result;
}

} // namespace twintrace
