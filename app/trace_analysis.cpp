// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_analysis.h"

#include "app/trace_origins.h"
#include "core/analysis/forward_work.h"

namespace twintrace
{

TraceAnalysisPtr analyseTrace(const TracePtr& trace)
{
    auto analysis = std::make_shared<TraceAnalysis>();
    analysis->trace = trace;
    analysis->figures = figuresOf(*trace);
    analysis->iterations = findIterations(*trace);
    analysis->kernels = kernelTable(*trace);
    analysis->gaps = deviceGaps(*trace);
    analysis->forward = perForward(*trace);
    analysis->problems = trace->report.problems;
    analysis->problems.insert(analysis->problems.end(), analysis->figures.warnings.begin(),
                              analysis->figures.warnings.end());
    return analysis;
}

TraceComparisonPtr compareTwo(const TracePtr& baseline, const TracePtr& candidate)
{
    return std::make_shared<TraceComparison>(
        compareTraces(Baseline<const Trace&>{*baseline}, Candidate<const Trace&>{*candidate},
                      {originLookup(baseline), originLookup(candidate)}));
}

} // namespace twintrace
