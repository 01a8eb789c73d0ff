// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/figure_fields.h"

#include <concepts>
#include <optional>

namespace twintrace
{
namespace
{

class FieldList
{
  public:
    void count(std::string_view key, std::integral auto value)
    {
        m_fields.push_back({key, std::to_string(value)});
    }
    void time(std::string_view key, Nanoseconds value) { m_fields.push_back({key, microsecondsText(value)}); }
    void time(std::string_view key, std::optional<Nanoseconds> value)
    {
        m_fields.push_back({key, value ? microsecondsText(*value) : "null"});
    }
    void optionalCount(std::string_view key, std::optional<std::int64_t> value)
    {
        m_fields.push_back({key, value ? std::to_string(*value) : "null"});
    }
    std::vector<FigureField> take() { return std::move(m_fields); }

  private:
    std::vector<FigureField> m_fields;
};

std::string_view containerName(Container container)
{
    return container == Container::Plain ? "plain" : container == Container::Gzip ? "gzip" : "zip";
}

void addKernels(FieldList& list, const TraceFigures& figures)
{
    list.count("kernels", figures.kernels);
    list.count("kernel_names", figures.kernelNames);
    list.count("triton_kernels", figures.tritonKernels);
    list.count("kernels_timed", figures.timedKernels);
    list.count("kernels_untimed", figures.untimedKernels);
    list.time("kernel_sum_us", figures.kernelSum);
    list.time("kernel_sum_clamped_us", figures.clampedKernelSum);
    list.time("kernel_union_us", figures.kernelUnion);
    list.time("kernel_span_us", figures.kernelSpan);
    list.time("gpu_union_us", figures.gpuUnion);
    list.time("device_idle_us", figures.deviceIdle);
    list.count("devices", figures.devices);
    list.count("streams_count", figures.streams.size());
    list.count("cpu_kernels", figures.cpuKernels);
    list.count("gaps_gt_1us", figures.gaps.total.count);
    list.count("gaps_gt_0", figures.gapsOver0);
    list.time("gap_us", figures.gaps.total.time);
    list.count("overlaps", figures.overlaps);
    list.time("overlap_us", figures.overlapTime);
}

void addLaunches(FieldList& list, const TraceFigures& figures)
{
    list.count("runtime_calls", figures.runtimeCalls);
    list.count("driver_calls", figures.driverCalls);
    list.count("graph_launches", figures.graphLaunches);
    list.count("launches_without_kernels", figures.launches.launchesWithoutKernels);
    list.count("links", figures.links);
    list.count("arrows", figures.arrows);
    list.count("kernels_without_launch", figures.launches.kernelsWithoutLaunch);
    list.count("kernels_before_launch", figures.launches.kernelsBeforeLaunch);
    list.count("max_kernels_per_correlation", figures.launches.mostKernelsPerLaunch);
    list.time("min_launch_to_start_us", figures.launches.shortestLaunchToStart);
}

void addSteps(FieldList& list, const TraceFigures& figures)
{
    list.count("steps", figures.stepTimes.size());
    list.time("cold_us", figures.cold);
    list.time("warm_mean_us", figures.warmMean);
    list.time("warm_median_us", figures.warmMedian);
    list.time("host_us", figures.hostTime);
    list.time("end_to_end_us", figures.endToEnd);
    list.count("regions", figures.regions.regions.size());
    list.count("frames", figures.regions.frames);
    list.count("compile_ids", figures.regions.compileIds);
    list.optionalCount("recompiles", figures.regions.recompiles);
}

} // namespace

std::vector<FigureField> headFields(const Trace& trace)
{
    FieldList list;
    list.count("gz_members", trace.report.gzipMembers);
    list.optionalCount("rank", trace.metadata.rank);
    std::vector<FigureField> fields = list.take();
    fields.insert(fields.begin(), {"container", std::string(containerName(trace.report.container)), true});
    return fields;
}

std::vector<FigureField> figureFields(const Trace& trace, const TraceFigures& figures)
{
    FieldList list;
    list.count("events", trace.report.events);
    list.count("events_damaged", trace.report.damagedEvents);
    list.time("span_us", figures.span);
    list.count("rows", figures.rows);
    list.count("name_max_len", trace.report.longestNameLength);
    list.count("unmatched_ends", trace.report.unmatchedEnds);
    list.count("unclosed_begins", trace.report.unclosedBegins);
    list.count("bad_durations", trace.report.badDurations);
    list.count("nesting_violations", figures.nestingViolations);
    list.count("memory_events", trace.report.memoryEvents);
    list.count("gpu_peak", figures.gpuPeakBytes);
    list.count("cpu_peak", figures.cpuPeakBytes);
    addKernels(list, figures);
    addLaunches(list, figures);
    addSteps(list, figures);
    return list.take();
}

} // namespace twintrace
