// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trace_figures.h"
#include "core/base/format.h"

namespace twintrace
{

std::vector<ImportProblem> doubtsAbout(const Trace& trace, const TraceFigures& figures)
{
    const std::int64_t launches = figures.launches.launchesWithoutKernels;
    if (launches == 0 || figures.kernels == 0)
        return {};
    ImportProblem problem;
    problem.code = "launch-without-kernel";
    problem.severity = Severity::Warning;
    problem.count = static_cast<std::uint64_t>(launches);
    if (figures.launches.firstWithoutKernel)
        problem.first.byte = trace.events.source[figures.launches.firstWithoutKernel.value()];
    problem.message = formatCount(launches) + (launches == 1 ? " launch has" : " launches have") +
                      " no kernel in the file.";
    problem.advice = "Records may have been dropped, or the recording ended first: gaps may be no gaps.";
    return {problem};
}

} // namespace twintrace
