// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/op_recorder.h"
#include "core/base/gpu_records.h"

#include <span>

namespace twintrace
{

/// Ties each call to the innermost op that was running on its thread when it began: the "External id" of the
/// call and of what it launched. Both were taken on one clock, so nothing has to be pushed to CUPTI for it
/// while recording. `ops` stand in the order in which they began.
void tieCallsToOps(GpuRecords& records, std::span<const OpRecord> ops);

} // namespace twintrace
