// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/trace_analysis.h"

#include <QString>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Where a click on a figure leads to: the events behind it. `forward` is the iteration that is looked at;
/// without iterations the whole trace is.
[[nodiscard]] std::vector<EventId> kernelsOfFamily(const TraceAnalysis& analysis, const QString& familyTitle,
                                                   std::size_t forward);
/// Kernels of one name in the forward.
[[nodiscard]] std::vector<EventId> kernelsNamed(const TraceAnalysis& analysis, std::string_view name,
                                                std::size_t forward);
/// Calls of one API function that were made in the forward.
[[nodiscard]] std::vector<EventId> callsOf(const TraceAnalysis& analysis, std::string_view api,
                                           std::size_t forward);
/// The longest gap of the device that the filter accepts.
[[nodiscard]] std::optional<Gap> longestGap(const TraceAnalysis& analysis,
                                            const std::function<bool(const Gap&)>& accepts);
/// The iteration that runs at a time, the first where none does.
[[nodiscard]] std::size_t forwardAt(const TraceAnalysis& analysis, Nanoseconds time);

} // namespace twintrace
