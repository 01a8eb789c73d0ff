// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"
#include "core/analysis/kernel_name.h"

#include <string>
#include <vector>

namespace twintrace
{

/// One kernel name of a trace with its figures.
struct KernelRow {
    StringId name;
    std::string shortName;
    KernelFamily family = KernelFamily::Other;
    std::int64_t count = 0;
    Nanoseconds total = 0, shortest = 0, longest = 0, median = 0;
    EventId first;           ///< to jump to
    Nanoseconds overrun = 0; ///< time by which its executions run into the next one of their stream
    [[nodiscard]] Nanoseconds mean() const { return count == 0 ? 0 : total / count; }
};

/// Kernels (GPU, or CPU kernels of a trace without GPU ones), copies and fills by name, most time first.
[[nodiscard]] std::vector<KernelRow> kernelTable(const Trace& trace);

} // namespace twintrace
