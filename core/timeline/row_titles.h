// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>
#include <vector>

namespace twintrace
{

/// What a row's name column says. Real threads and processes are called as the trace calls them; the
/// profiler's own rows ("Spans", "Traces", "") have no numbers to be called by.
[[nodiscard]] std::string titleOfRow(const Trace& trace, TrackId track);
[[nodiscard]] std::string titleOfHeading(const Trace& trace, ProcessId process);

/// For each process whether it holds nothing but the profiler's own window and marks: no work of the program.
[[nodiscard]] std::vector<bool> profilersOwn(const Trace& trace);

} // namespace twintrace
