// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"
#include "core/analysis/kernel_name.h"
#include "core/model/trace.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Where a kernel comes from, as our own recordings say it in their args. All empty for other traces.
struct KernelOrigin {
    std::vector<std::string> nodes; ///< names of the exported graph's nodes that it does
    std::string source;             ///< "model.py:12"
    std::string module;             ///< "blocks.0.attention"
};
/// Reads the origin that an event's args give (an operator, or a compiled kernel on the CPU side).
using OriginLookup = std::function<KernelOrigin(EventId)>;

/// One position of a forward: the same kernel in every forward, taken together.
struct KernelSlot {
    StringId name;
    KernelFamily family = KernelFamily::Other;
    bool isInsideGraph = false;        ///< launched by a CUDA graph: the CPU side says nothing about it
    EventId op;                        ///< innermost working operator around its launch; invalid = none
    std::vector<std::string_view> ops; ///< names of the operators around the launch, innermost first
    KernelOrigin origin;
    std::vector<EventId> executions; ///< in all forwards
    Nanoseconds time = 0;            ///< of all executions
};

/// The usual forward of a trace as a sequence of kernels in launch order, and all executions laid onto it.
struct ForwardShape {
    std::vector<KernelSlot> slots;
    std::int64_t forwards = 0;
    /// Kernels of no forward that counts: launched before the window, between marks, in cold iterations, or
    /// untimed.
    std::vector<EventId> outside;
    bool areCpuKernels = false;
};

/// Lays every kernel of the trace onto the most frequent forward; forwards that differ are aligned to it and
/// what they have more becomes a position of its own. Every kernel is in exactly one place.
[[nodiscard]] ForwardShape forwardShape(const Trace& trace, const Iterations& iterations,
                                        const OriginLookup& lookup = {});

} // namespace twintrace
