// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/device_work.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace twintrace
{

/// How the iterations of a trace were found.
enum class IterationSource : std::uint8_t {
    None,          ///< no iterations: the whole trace is taken as one
    ProfilerStep,  ///< "ProfilerStep#N" (the profiler's, and our own marks)
    Annotation,    ///< another annotation that comes again and again and launches the work
    LaunchPattern, ///< no marks: the kernels repeat; an estimate
};
[[nodiscard]] std::string_view sourceTitle(IterationSource source);

/// Where an iteration stands in the life of the process.
enum class IterationPhase : std::uint8_t { Cold, WarmUp, Steady };

/// One forward run. For marks: the host's interval; for patterns: from the first kernel's begin to the last
/// one's end.
struct Iteration {
    EventId mark; ///< the annotation; invalid for patterns
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    IterationPhase phase = IterationPhase::Steady;
    Nanoseconds deviceBegin = 0, deviceEnd = 0; ///< of the work it launched; equal when it launched none
    std::vector<std::uint32_t> work;            ///< rows into Iterations::device in time order
    std::vector<EventId> cpuKernels;            ///< only in traces without GPU kernels
    [[nodiscard]] Nanoseconds hostTime() const { return end - begin; }
    /// From the begin of the mark to the end of its host time or of its last device work, whichever is later.
    [[nodiscard]] Nanoseconds endToEnd() const { return std::max(end, deviceEnd) - begin; }
};

struct Iterations {
    IterationSource source = IterationSource::None;
    bool isEstimated = false; ///< say so wherever a figure a forward is shown
    std::vector<Iteration> list;
    std::vector<DeviceItem> device;  ///< timedDeviceWork() of the trace
    std::vector<std::int32_t> owner; ///< parallel to `device`: index into `list`, -1 = belongs to none
    std::vector<EventId> cpuKernels; ///< all of the trace, when it has no GPU kernels
    std::int64_t launchedBefore = 0; ///< kernels whose launch came before the first recorded one
    [[nodiscard]] bool isCpu() const { return device.empty() && !cpuKernels.empty(); }
};

/// Finds the forwards. Device work belongs to the iteration in which it was launched, wherever it ran; what
/// was launched before the window, or outside every iteration, belongs to none.
[[nodiscard]] Iterations findIterations(const Trace& trace);

/// Marks "ProfilerStep#N" on the CPU side in time order (not their shadows on the device).
[[nodiscard]] std::vector<EventId> profilerSteps(const Trace& trace);

} // namespace twintrace
