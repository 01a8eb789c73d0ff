// SPDX-License-Identifier: MIT
#include "capture/cupti/cuda_driver.h"

#include <array>
#include <dlfcn.h>

namespace twintrace
{
namespace
{

template <class Function> bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

} // namespace

Result<std::shared_ptr<const CudaDriver>> openCudaDriver()
{
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* reason = ::dlerror();
        return fail(ErrorCode::Unsupported,
                    "There is no NVIDIA driver on this machine (libcuda.so.1 was not found); GPU work needs "
                    "an NVIDIA "
                    "GPU with its driver.",
                    reason != nullptr ? reason : "");
    }
    auto driver = std::make_shared<CudaDriver>();
    const bool isComplete = find(library, "cuInit", driver->init) &&
                            find(library, "cuDriverGetVersion", driver->getVersion) &&
                            find(library, "cuDeviceGetCount", driver->getDeviceCount) &&
                            find(library, "cuDeviceGet", driver->getDevice) &&
                            find(library, "cuDeviceGetName", driver->getDeviceName) &&
                            find(library, "cuDeviceGetAttribute", driver->getDeviceAttribute) &&
                            find(library, "cuDeviceTotalMem_v2", driver->getTotalMemory) &&
                            find(library, "cuCtxPushCurrent_v2", driver->pushContext) &&
                            find(library, "cuCtxPopCurrent_v2", driver->popContext) &&
                            find(library, "cuCtxSynchronize", driver->synchronizeContext) &&
                            find(library, "cuDevicePrimaryCtxGetState", driver->getPrimaryState) &&
                            find(library, "cuDevicePrimaryCtxRetain", driver->retainPrimary) &&
                            find(library, "cuDevicePrimaryCtxRelease_v2", driver->releasePrimary);
    if (!isComplete)
        return fail(ErrorCode::Unsupported,
                    "The NVIDIA driver on this machine is too old; install a newer one.");
    return std::shared_ptr<const CudaDriver>(std::move(driver));
}

std::vector<GpuDevice> CudaDriver::devices() const
{
    std::vector<GpuDevice> found;
    int count = 0;
    if (init(0) != CUDA_SUCCESS || getDeviceCount(&count) != CUDA_SUCCESS)
        return found;
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        CUdevice handle = 0;
        if (getDevice(&handle, ordinal) != CUDA_SUCCESS)
            continue;
        const auto attribute = [&](CUdevice_attribute which) {
            int value = 0;
            return getDeviceAttribute(&value, which, handle) == CUDA_SUCCESS ? value : 0;
        };
        GpuDevice device;
        device.id = static_cast<std::uint32_t>(ordinal);
        std::array<char, 256> name{};
        if (getDeviceName(name.data(), static_cast<int>(name.size()) - 1, handle) == CUDA_SUCCESS)
            device.name = name.data();
        std::size_t bytes = 0;
        if (getTotalMemory(&bytes, handle) == CUDA_SUCCESS)
            device.totalMemoryBytes = bytes;
        device.computeMajor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
        device.computeMinor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
        device.maxThreadsPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        device.maxThreadsPerMultiprocessor = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
        device.registersPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
        device.registersPerMultiprocessor = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
        device.warpSize = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
        device.sharedBytesPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
        device.sharedBytesPerBlockOptin = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
        device.sharedBytesPerMultiprocessor =
            attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
        device.reservedSharedBytesPerBlock = attribute(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
        device.multiprocessors = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        found.push_back(std::move(device));
    }
    return found;
}

bool CudaDriver::synchronize(CUcontext context) const
{
    if (pushContext(context) != CUDA_SUCCESS)
        return false;
    const bool isDone = synchronizeContext() == CUDA_SUCCESS;
    CUcontext popped = nullptr;
    return popContext(&popped) == CUDA_SUCCESS && isDone;
}

void CudaDriver::synchronizePrimaryContexts() const
{
    int count = 0;
    if (getDeviceCount(&count) != CUDA_SUCCESS)
        return;
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        CUdevice handle = 0;
        unsigned flags = 0;
        int isActive = 0;
        CUcontext context = nullptr;
        if (getDevice(&handle, ordinal) != CUDA_SUCCESS ||
            getPrimaryState(handle, &flags, &isActive) != CUDA_SUCCESS || isActive == 0 ||
            retainPrimary(&context, handle) != CUDA_SUCCESS)
            continue;
        (void)synchronize(context);
        (void)releasePrimary(handle);
    }
}

} // namespace twintrace
