// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace twintrace
{

/// What this build can do on this machine, as one line of JSON for `twintrace doctor`: torch, threads, CPU,
/// CUDA half, devices, CUPTI with the remedies for what stands in its way.
[[nodiscard]] std::string probeRunner();

} // namespace twintrace
