// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/figures_text.h"

#include "core/base/format.h"

#include <sstream>

namespace twintrace
{
namespace
{

constexpr std::size_t kLabelWidth = 24;

class Sections
{
  public:
    void title(std::string_view text) { m_out << '\n' << text << '\n'; }
    void line(std::string_view label, const std::string& value)
    {
        m_out << "  " << label
              << std::string(label.size() < kLabelWidth ? kLabelWidth - label.size() : 1, ' ') << value
              << '\n';
    }
    void head(std::string_view text) { m_out << text << '\n'; }
    [[nodiscard]] std::string text() const { return m_out.str(); }

  private:
    std::ostringstream m_out;
};

std::string maybe(std::optional<Nanoseconds> time)
{
    return time ? formatDuration(*time) : "–";
}

std::string countAndTime(std::int64_t count, Nanoseconds time)
{
    return formatCount(count) + " (" + formatDuration(time) + ")";
}

void addKernels(Sections& out, const TraceFigures& figures)
{
    out.title("Device");
    std::string kernels = formatCount(figures.kernels) + " of " + formatCount(figures.kernelNames) + " names";
    if (figures.tritonKernels > 0)
        kernels += ", " + formatCount(figures.tritonKernels) + " Triton";
    if (figures.untimedKernels > 0)
        kernels += ", " + formatCount(figures.untimedKernels) + " without times";
    out.line("kernels", kernels);
    if (figures.cpuKernels > 0)
        out.line("CPU kernels", formatCount(figures.cpuKernels));
    out.line("kernel time", formatDuration(figures.kernelSum) + " (sum), " +
                                formatDuration(figures.kernelUnion) + " (overlaps once)");
    out.line("busy with copies", formatDuration(figures.gpuUnion));
    out.line("first to last kernel", maybe(figures.kernelSpan));
    out.line("idle in between", maybe(figures.deviceIdle));
    out.line("gaps over 1 µs", countAndTime(figures.gaps.total.count, figures.gaps.total.time) +
                                   ", between kernels of a stream");
    for (const GapCause cause : kGapCauses)
        if (figures.gaps.of(cause).count > 0)
            out.line("  " + std::string(gapCauseTitle(cause)),
                     countAndTime(figures.gaps.of(cause).count, figures.gaps.of(cause).time));
    if (figures.overlaps > 0)
        out.line("overlaps on a stream", countAndTime(figures.overlaps, figures.overlapTime));
}

void addLaunches(Sections& out, const Trace& trace, const TraceFigures& figures)
{
    out.title("Launches");
    for (const LaunchApiRow& api : figures.launches.apis)
        out.line(trace.text(api.api), formatCount(api.calls) + " calls, " + formatCount(api.kernels) +
                                          " kernels, " + formatDuration(api.time) + " in the calls");
    if (figures.launches.kernelsWithoutLaunch > 0)
        out.line("kernels without launch", formatCount(figures.launches.kernelsWithoutLaunch));
    if (figures.launches.launchesWithoutKernels > 0)
        out.line("launches without kernel", formatCount(figures.launches.launchesWithoutKernels));
    out.line("shortest launch-to-start", maybe(figures.launches.shortestLaunchToStart));
    if (const LaunchDelay& delay = figures.launches.delay; delay.launches > 0)
        out.line("mean launch-to-start", formatDuration(delay.total() / delay.launches) + " = " +
                                             formatDuration(delay.api / delay.launches) + " call + " +
                                             formatDuration(delay.queue / delay.launches) + " queue + " +
                                             formatDuration(delay.delay / delay.launches) + " delay");
    out.line("deepest queue", formatCount(figures.launches.deepestQueue));
}

void addSteps(Sections& out, const TraceFigures& figures)
{
    out.title("Steps");
    out.line("marked steps", formatCount(static_cast<std::int64_t>(figures.stepTimes.size())));
    out.line("first, then median", maybe(figures.cold) + ", " + maybe(figures.warmMedian));
    out.line("host, end to end", maybe(figures.hostTime) + ", " + maybe(figures.endToEnd) +
                                     " (first annotation that launches work)");
    if (!figures.regions.regions.empty())
        out.line("compiled regions",
                 formatCount(static_cast<std::int64_t>(figures.regions.regions.size())) + " of " +
                     formatCount(figures.regions.frames) + " frames, " +
                     (figures.regions.recompiles ? formatCount(*figures.regions.recompiles)
                                                 : std::string("unknown")) +
                     " recompiles");
}

} // namespace

std::string figuresText(const Trace& trace, const TraceFigures& figures)
{
    Sections out;
    out.head(trace.file);
    out.line("events", formatCount(static_cast<std::int64_t>(trace.report.events)) + " on " +
                           formatCount(figures.rows) + " rows over " + maybe(figures.span));
    for (const auto* problems : {&trace.report.problems, &figures.warnings})
        for (const ImportProblem& problem : *problems)
            out.line(problem.severity == Severity::Notice ? "note" : "warning", problem.message);
    if (figures.kernels > 0 || figures.cpuKernels > 0)
        addKernels(out, figures);
    if (!figures.launches.apis.empty())
        addLaunches(out, trace, figures);
    if (!figures.stepTimes.empty() || figures.hostTime || !figures.regions.regions.empty())
        addSteps(out, figures);
    return out.text();
}

} // namespace twintrace
