// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/import/oddities.h"
#include "core/model/trace.h"

namespace twintrace
{

/// Looks at an arranged trace for what makes its figures doubtful although every event is well-formed:
/// kernels before their launch (clock skew) or launched before the recording, overlaps and overrun durations
/// on a stream, times that count nanoseconds.
/// Stops early when cancelled.
void addDoubts(const Trace& trace, const Progress& progress, OddityCounts& oddities);

} // namespace twintrace
