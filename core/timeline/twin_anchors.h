// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/time_scale.h"

#include <optional>
#include <string_view>
#include <vector>

namespace twintrace
{

/// The first kernel in time; none in traces without device work.
[[nodiscard]] std::optional<TimeWindow> firstKernelWindow(const Trace& trace);
/// The first annotation of this name on the CPU side, or on the device when there is none there.
[[nodiscard]] std::optional<TimeWindow> annotationWindow(const Trace& trace, std::string_view name);
/// Names of annotations that both traces have, in the order of the first trace; what one can align by.
[[nodiscard]] std::vector<std::string_view> commonAnnotations(const Trace& baseline, const Trace& candidate);

/// The n-th occurrence of the same name and kind in the other trace, n counted in time order; invalid when
/// there are fewer. What stands against what as long as nobody knows better.
[[nodiscard]] EventId sameNamedEvent(const Trace& from, EventId event, const Trace& to);

} // namespace twintrace
