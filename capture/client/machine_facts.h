// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace twintrace
{

/// The processor's name as the kernel gives it; "" when it does not.
[[nodiscard]] std::string cpuName();
/// The widest vector instructions: "AVX512", "AVX2", "NEON" …; "" when unknown.
[[nodiscard]] std::string cpuIsa();
/// Cores that this process may use.
[[nodiscard]] int usableCores();
/// Version of the loaded NVIDIA kernel driver; "" when there is none.
[[nodiscard]] std::string nvidiaDriverVersion();

} // namespace twintrace
