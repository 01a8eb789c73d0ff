// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline_jumps.h"

#include "core/analysis/kernel_name.h"
#include "views/charts/session_rows.h"

#include <algorithm>

namespace twintrace
{
namespace
{

// The device work (or CPU kernels) of one forward, or of everything where there are no forwards.
std::vector<EventId> workOf(const TraceAnalysis& analysis, std::size_t forward)
{
    const Iterations& iterations = analysis.iterations;
    std::vector<EventId> work;
    if (iterations.list.empty()) {
        for (const DeviceItem& item : iterations.device)
            work.push_back(item.event);
        if (work.empty())
            work = iterations.cpuKernels;
        return work;
    }
    const Iteration& chosen = iterations.list[std::min(forward, iterations.list.size() - 1)];
    for (const std::uint32_t row : chosen.work)
        work.push_back(iterations.device[row].event);
    return work.empty() ? chosen.cpuKernels : work;
}

} // namespace

std::vector<EventId> kernelsOfFamily(const TraceAnalysis& analysis, const QString& familyTitle,
                                     std::size_t forward)
{
    std::vector<EventId> found;
    for (const EventId event : workOf(analysis, forward)) {
        const KernelFamily family = familyOf(analysis.trace->name(event));
        if (familyGroupTitle(std::string(familyKey(family))) == familyTitle)
            found.push_back(event);
    }
    return found;
}

std::vector<EventId> kernelsNamed(const TraceAnalysis& analysis, std::string_view name, std::size_t forward)
{
    std::vector<EventId> found = workOf(analysis, forward);
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](EventId event) { return analysis.trace->name(event) != name; }),
                found.end());
    return found;
}

std::vector<EventId> callsOf(const TraceAnalysis& analysis, std::string_view api, std::size_t forward)
{
    const Trace& trace = *analysis.trace;
    Trace::Span span = trace.span();
    if (!analysis.iterations.list.empty()) {
        const Iteration& chosen =
            analysis.iterations.list[std::min(forward, analysis.iterations.list.size() - 1)];
        span = {chosen.begin, chosen.end};
    }
    std::vector<EventId> found;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
        const EventId event(i);
        if (trace.begin(event) >= span.begin && trace.begin(event) <= span.end && trace.name(event) == api)
            found.push_back(event);
    }
    return found;
}

std::optional<Gap> longestGap(const TraceAnalysis& analysis, const std::function<bool(const Gap&)>& accepts)
{
    std::optional<Gap> longest;
    for (const Gap& gap : analysis.gaps) {
        if (accepts(gap) && (!longest || gap.length() > longest->length()))
            longest = gap;
    }
    return longest;
}

std::size_t forwardAt(const TraceAnalysis& analysis, Nanoseconds time)
{
    const std::vector<Iteration>& list = analysis.iterations.list;
    const auto after =
        std::upper_bound(list.begin(), list.end(), time,
                         [](Nanoseconds at, const Iteration& each) { return at < each.begin; });
    return after == list.begin() ? 0 : std::size_t(after - list.begin()) - 1;
}

} // namespace twintrace
