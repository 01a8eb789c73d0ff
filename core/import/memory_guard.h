// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace twintrace
{

/// Memory that can still be taken without swapping or being killed: the machine's, or less where a control
/// group sets a limit. Empty when the system does not say.
[[nodiscard]] std::optional<std::uint64_t> availableMemoryBytes();

} // namespace twintrace
