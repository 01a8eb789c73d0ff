// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <c10/core/Device.h>

#include <string>

namespace twintrace
{

/// Waits for everything queued on a device. On CPU there is nothing to wait for.
[[nodiscard]] Result<void> synchronizeDevice(at::Device device);

/// Reads "cpu", "cuda" or "cuda:1", checks that this machine and this build have it, and makes it the current
/// one.
[[nodiscard]] Result<at::Device> selectDevice(const std::string& name);

/// Compute capability as AOTInductor writes it ("90"); empty on CPU.
[[nodiscard]] std::string computeCapability(at::Device device);
/// The GPUs' names as a sentence part; empty when there is none or the build has no CUDA half.
[[nodiscard]] int cudaDeviceCount();
[[nodiscard]] std::string deviceName(at::Device device);

} // namespace twintrace
