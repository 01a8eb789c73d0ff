// SPDX-License-Identifier: MIT
#include "capture/cupti/occupancy.h"

#include <cuda_occupancy.h>

#include <algorithm>
#include <climits>

namespace twintrace
{

float estimatedOccupancy(const GpuDevice& device, const KernelRecord& kernel)
{
    if (device.multiprocessors <= 0 || device.maxThreadsPerMultiprocessor <= 0)
        return -1;
    const std::int64_t blockThreads = kernel.block[0] * kernel.block[1] * kernel.block[2];
    const std::int64_t blocks = kernel.grid[0] * kernel.grid[1] * kernel.grid[2];
    if (blockThreads <= 0 || blockThreads > INT_MAX)
        return -1;
    cudaOccDeviceProp properties{};
    properties.computeMajor = device.computeMajor;
    properties.computeMinor = device.computeMinor;
    properties.maxThreadsPerBlock = device.maxThreadsPerBlock;
    properties.maxThreadsPerMultiprocessor = device.maxThreadsPerMultiprocessor;
    properties.regsPerBlock = device.registersPerBlock;
    properties.regsPerMultiprocessor = device.registersPerMultiprocessor;
    properties.warpSize = device.warpSize;
    properties.sharedMemPerBlock = static_cast<std::size_t>(device.sharedBytesPerBlock);
    properties.sharedMemPerMultiprocessor = static_cast<std::size_t>(device.sharedBytesPerMultiprocessor);
    properties.numSms = device.multiprocessors;
    properties.sharedMemPerBlockOptin = static_cast<std::size_t>(device.sharedBytesPerBlockOptin);
    properties.reservedSharedMemPerBlock = static_cast<std::size_t>(device.reservedSharedBytesPerBlock);
    cudaOccFuncAttributes attributes{};
    attributes.maxThreadsPerBlock = INT_MAX;
    attributes.numRegs = static_cast<int>(kernel.registersPerThread);
    attributes.sharedSizeBytes = kernel.staticSharedBytes;
    attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    attributes.maxDynamicSharedSizeBytes = kernel.dynamicSharedBytes;
    const cudaOccDeviceState state{};
    cudaOccResult result{};
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state,
                                                static_cast<int>(blockThreads),
                                                kernel.dynamicSharedBytes) != CUDA_OCC_SUCCESS)
        return -1;
    const float perMultiprocessor = static_cast<float>(blocks) / static_cast<float>(device.multiprocessors);
    const float active =
        std::min(perMultiprocessor, static_cast<float>(result.activeBlocksPerMultiprocessor));
    return active * static_cast<float>(blockThreads) / static_cast<float>(device.maxThreadsPerMultiprocessor);
}

} // namespace twintrace
