// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"

#include <string>

namespace twintrace
{

/// The figures of one trace as the object of schema "twintrace.stats/1". Times are exact µs numbers with at
/// most three decimals; counts are always there; what does not exist is null; never NaN or Infinity.
[[nodiscard]] std::string figuresJson(const Trace& trace, const TraceFigures& figures);

/// The same for people, in sections.
[[nodiscard]] std::string figuresText(const Trace& trace, const TraceFigures& figures);

/// A header line and one line a trace: the plain numbers of the JSON, without lists and nested objects.
[[nodiscard]] std::string figuresCsvHeader();
[[nodiscard]] std::string figuresCsvRow(const Trace& trace, const TraceFigures& figures);

} // namespace twintrace
