// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gap_histogram.h"
#include "core/analysis/iterations.h"
#include "core/analysis/kernel_table.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/stacked_bars_chart.h"

#include <vector>

namespace twintrace
{

/// The kernels with the most time, one bar each, coloured by family. A row's id is its index in `kernels`.
[[nodiscard]] std::vector<BarRow> topKernelRows(const std::vector<KernelRow>& kernels, std::size_t most = 12);
/// How many gaps are how long, coloured by cause. A row's id is its index in `bins`.
[[nodiscard]] std::vector<BarRow> gapHistogramRows(const std::vector<GapBin>& bins);
/// Host time of each iteration; cold and warm-up ones count as warm-up.
[[nodiscard]] IterationSeries iterationSeries(const QString& id, const QString& label,
                                              const Iterations& iterations);

} // namespace twintrace
