// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/device_sync.h"

#include "capture/runner/torch_errors.h"

#ifdef TWINTRACE_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>
#endif

#include <fstream>

namespace twintrace
{
namespace
{

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return line.substr(line.find(':') + 2);
    return "CPU";
}

} // namespace

Result<void> synchronizeDevice([[maybe_unused]] at::Device device)
{
#ifdef TWINTRACE_CUDA
    if (device.is_cuda()) {
        try {
            c10::cuda::device_synchronize();
        } catch (const std::exception& exception) {
            return fail(ErrorCode::Failed, "The GPU reported an error: " + firstLine(exception) + ".",
                        exception.what());
        }
    }
#endif
    return {};
}

Result<at::Device> selectDevice(const std::string& name)
{
    at::Device device = at::kCPU;
    try {
        device = at::Device(name.empty() ? "cpu" : name);
    } catch (const std::exception&) {
        return fail(ErrorCode::Usage, "There is no device \"" + name + "\"; use cpu, cuda or cuda:N.");
    }
    if (device.is_cpu())
        return at::Device(at::kCPU);
    if (!device.is_cuda())
        return fail(ErrorCode::Unsupported,
                    "The device \"" + name + "\" is not supported; use cpu, cuda or cuda:N.");
#ifdef TWINTRACE_CUDA
    const int count = cudaDeviceCount();
    if (count == 0)
        return fail(
            ErrorCode::Unsupported,
            "No CUDA device was found; check the NVIDIA driver with nvidia-smi, or use --device cpu.");
    const at::Device placed(at::kCUDA, device.has_index() ? device.index() : c10::DeviceIndex(0));
    if (placed.index() >= count)
        return fail(ErrorCode::Unsupported, "There is no " + placed.str() + ": this machine has " +
                                                std::to_string(count) + " CUDA device(s), counted from 0.");
    c10::cuda::set_device(placed.index());
    return placed;
#else
    return fail(
        ErrorCode::Unsupported,
        "twintrace-runner was built against a LibTorch without CUDA; set TWINTRACE_PYTHON to a Python whose "
        "torch has CUDA and build again, or use --device cpu.");
#endif
}

int cudaDeviceCount()
{
#ifdef TWINTRACE_CUDA
    return c10::cuda::device_count();
#else
    return 0;
#endif
}

std::string computeCapability([[maybe_unused]] at::Device device)
{
#ifdef TWINTRACE_CUDA
    if (device.is_cuda()) {
        const cudaDeviceProp* properties = at::cuda::getDeviceProperties(device.index());
        return std::to_string(properties->major) + std::to_string(properties->minor);
    }
#endif
    return {};
}

std::string deviceName([[maybe_unused]] at::Device device)
{
#ifdef TWINTRACE_CUDA
    if (device.is_cuda())
        return at::cuda::getDeviceProperties(device.index())->name;
#endif
    return processorName();
}

DeviceMemory deviceMemory([[maybe_unused]] at::Device device)
{
    DeviceMemory memory;
#ifdef TWINTRACE_CUDA
    std::size_t free = 0, total = 0;
    if (!device.is_cuda() || cudaMemGetInfo(&free, &total) != cudaSuccess)
        return memory;
    try {
        const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(device.index());
        constexpr std::size_t kAllPools = 0; // StatType::AGGREGATE, whose namespace changes with the version
        memory.taken = static_cast<std::int64_t>(total - free);
        memory.reserved = stats.reserved_bytes[kAllPools].current;
        memory.peakAllocated = stats.allocated_bytes[kAllPools].peak;
    } catch (const std::exception&) {
        return {};
    }
#endif
    return memory;
}

} // namespace twintrace
