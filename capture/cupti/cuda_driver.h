// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"
#include "core/base/result.h"

#include <cuda.h>

#include <memory>
#include <vector>

namespace twintrace
{

/// The few functions of libcuda.so.1 that the recorder needs, opened at run time like CUPTI.
struct CudaDriver {
    CUresult (*init)(unsigned) = nullptr;
    CUresult (*getVersion)(int*) = nullptr;
    CUresult (*getDeviceCount)(int*) = nullptr;
    CUresult (*getDevice)(CUdevice*, int) = nullptr;
    CUresult (*getDeviceName)(char*, int, CUdevice) = nullptr;
    CUresult (*getDeviceAttribute)(int*, CUdevice_attribute, CUdevice) = nullptr;
    CUresult (*getTotalMemory)(std::size_t*, CUdevice) = nullptr;
    CUresult (*pushContext)(CUcontext) = nullptr;
    CUresult (*popContext)(CUcontext*) = nullptr;
    CUresult (*synchronizeContext)() = nullptr;
    CUresult (*getPrimaryState)(CUdevice, unsigned*, int*) = nullptr;
    CUresult (*retainPrimary)(CUcontext*, CUdevice) = nullptr;
    CUresult (*releasePrimary)(CUdevice) = nullptr;

    /// Devices as CUDA numbers them in this process; empty when CUDA cannot start.
    [[nodiscard]] std::vector<GpuDevice> devices() const;
    /// Waits for all work of a context, from any thread. False when it could not (the context is gone).
    [[nodiscard]] bool synchronize(CUcontext context) const;
    /// The same for the primary context of every device that has one: the one that the runtime API uses.
    void synchronizePrimaryContexts() const;
};

/// Opens the driver without starting it; fails with a sentence where there is none.
[[nodiscard]] Result<std::shared_ptr<const CudaDriver>> openCudaDriver();

} // namespace twintrace
