// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>
#include <string_view>

namespace twintrace
{

/// A small model run: two iterations of one op with two launches, a worker thread, a stream with host-wait
/// gaps, a counter and an instant. `scale` stretches all times, so that two samples differ.
[[nodiscard]] TracePtr makeTimelineSample(int scale = 1);
/// A compiled call on one thread: 100 µs of compiling at 10 µs, then a region 0/0 that breaks after 10 µs of
/// host time into 1/0, and a region 0/1 compiled elsewhere.
[[nodiscard]] TracePtr makeCompiledSample();
/// One event that bears this name.
[[nodiscard]] TracePtr makeNamedSample(const std::string& name);
/// The n-th event of a name in file order; invalid when there is none.
[[nodiscard]] EventId eventNamed(const Trace& trace, std::string_view name, int occurrence = 0);

} // namespace twintrace
