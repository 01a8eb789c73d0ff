// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu_idle.h"
#include "core/analysis/iterations.h"
#include "core/analysis/kernel_table.h"
#include "core/analysis/trace_figures.h"
#include "core/compare/trace_comparison.h"
#include "core/model/session.h"
#include "core/model/trace.h"

#include <memory>
#include <vector>

namespace twintrace
{

/// Everything that the pages show about one trace, made off the GUI thread.
struct TraceAnalysis {
    TracePtr trace;
    TraceFigures figures;
    Iterations iterations;
    std::vector<KernelRow> kernels;
    std::vector<Gap> gaps; ///< of the device as a whole, over 1 µs
    PerForward forward;
    std::vector<ImportProblem> problems; ///< of the import, then doubts about figures
};
using TraceAnalysisPtr = std::shared_ptr<const TraceAnalysis>;
using TraceComparisonPtr = std::shared_ptr<const TraceComparison>;

[[nodiscard]] TraceAnalysisPtr analyseTrace(const TracePtr& trace);
[[nodiscard]] TraceComparisonPtr compareTwo(const TracePtr& baseline, const TracePtr& candidate);

} // namespace twintrace
