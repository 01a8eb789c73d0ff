// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>

namespace twintrace
{

/// A synthetic trace for timing: `rows` tracks with `events` events in all, half of them streams with short
/// gaps, half of them CPU threads, one level deep, 400 different names. Made straight into columns: building
/// is not what is timed.
[[nodiscard]] TracePtr makeBigTrace(std::uint32_t events, std::uint32_t rows = 60,
                                    bool hasUniqueNames = false);

/// A real trace repeated behind itself until it has at least `events` events, on its own tracks.
[[nodiscard]] TracePtr tileTrace(const Trace& trace, std::uint32_t events);

} // namespace twintrace
