// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string_view>
#include <vector>

namespace twintrace
{

/// Whether an operator of this name does work of its own: not a view, an allocation, a question about
/// metadata, or an envelope of the compiler or of autograd.
[[nodiscard]] bool isWorkingOperator(std::string_view name);

/// The CPU kernels of a trace in time order: operators that do work and have none beneath them that does.
/// That is every leaf op in eager, and cpp_fused kernels and extern kernels in a compiled model. On a trace
/// with GPU kernels the ops only launch work, so there are none.
[[nodiscard]] std::vector<EventId> cpuKernels(const Trace& trace);

} // namespace twintrace
