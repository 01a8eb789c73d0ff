// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace twintrace
{

/// Memory that a new process may take before the machine (or the container's limit) runs out, in bytes; 0
/// when unknown.
[[nodiscard]] std::uint64_t availableMemoryBytes();

} // namespace twintrace
