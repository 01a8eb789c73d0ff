// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/trace_comparison.h"
#include "core/model/trace.h"

#include <string>

namespace twintrace
{

/// A comparison as schema "twintrace.diff/1". Group counts and times are totals over all forwards, everything
/// called "per forward" and every delta is a mean with at most three decimals; never NaN or Infinity.
[[nodiscard]] std::string comparisonJson(const Paired<std::string>& files, const TraceComparison& comparison);

/// For people: the verdict first, then what differs, the figures, the groups.
[[nodiscard]] std::string comparisonText(const Paired<std::string>& files, const TraceComparison& comparison);

/// One line a group and side-by-side figures, for spreadsheets.
[[nodiscard]] std::string comparisonCsv(const TraceComparison& comparison);

/// For pull requests and reports.
[[nodiscard]] std::string comparisonMarkdown(const Paired<std::string>& files,
                                             const TraceComparison& comparison);

} // namespace twintrace
