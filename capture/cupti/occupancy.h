// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"

namespace twintrace
{

/// Share of a multiprocessor's warps that a launch of this shape can keep busy, 0..1, computed as Kineto
/// does: the blocks that fit (NVIDIA's occupancy calculator), but no more than the grid gives each
/// multiprocessor. An estimate from the launch, not a measurement. -1 when the device is not known.
[[nodiscard]] float estimatedOccupancy(const GpuDevice& device, const KernelRecord& kernel);

} // namespace twintrace
