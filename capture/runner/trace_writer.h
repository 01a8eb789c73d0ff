// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/model_runner.h"
#include "capture/runner/op_recorder.h"
#include "core/base/clock_bridge.h"
#include "core/base/gpu_records.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// One forward of the recorded pass, on CLOCK_MONOTONIC.
struct RecordedIteration {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
};

/// Everything a recorded pass leaves, to be written as one trace.
struct RecordedPass {
    std::string variant;
    std::vector<RecordedIteration> iterations;
    const OpRecorder* ops = nullptr; ///< null: ops were not wanted
    const ProvenanceTable* provenance = nullptr;
    std::vector<GpuRecords> gpu; ///< in the order they were taken
    std::vector<GpuDevice> devices;
    ClockBridge clock;
};

/// Writes a Chrome trace of Kineto's form: ops as cpu_op with shapes, source line and module; iterations as
/// user_annotation "ProfilerStep#N"; GPU work where there is some. The file appears under its name only when
/// it is whole. Returns the number of events.
[[nodiscard]] Result<std::int64_t> writeRecordedPass(const std::string& path, const RecordedPass& pass);

} // namespace twintrace
