// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <c10/core/Device.h>

#include <cstdint>
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
/// 0 where there is no GPU, or the build has no CUDA half.
[[nodiscard]] int cudaDeviceCount();
/// What the device is called by its maker: of the GPU, or of the processor.
[[nodiscard]] std::string deviceName(at::Device device);

/// Memory of a GPU, in bytes; all 0 on CPU.
struct DeviceMemory {
    std::int64_t taken = 0;         ///< by every program, as the driver counts
    std::int64_t reserved = 0;      ///< by LibTorch's allocator
    std::int64_t peakAllocated = 0; ///< the most that tensors took since the start (max_memory_allocated)
};

/// Errors of the driver give zeros: a figure that is missing must not end a run.
[[nodiscard]] DeviceMemory deviceMemory(at::Device device);

} // namespace twintrace
