// SPDX-License-Identifier: MIT
#include "capture/cupti/cupti_probe.h"

#include "capture/cupti/capture_session.h"
#include "capture/cupti/cuda_driver.h"
#include "capture/cupti/cupti_api.h"

#include <fstream>
#include <iterator>

namespace twintrace
{
namespace
{

std::string fileText(const char* path)
{
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string problemCode(const std::string& message)
{
    if (message.starts_with("No NVIDIA driver"))
        return "no_driver";
    if (message.starts_with("The driver does not let"))
        return "no_permission";
    if (message.starts_with("Another CUPTI client"))
        return "other_client";
    return "cupti";
}

} // namespace

CuptiProbe probeCupti()
{
    CuptiProbe probe;
    probe.driverVersion = driverVersionIn(fileText("/proc/driver/nvidia/version"));
    probe.isProfilingRestricted = profilingRestriction(fileText("/proc/driver/nvidia/params"));
    const auto driver = openCudaDriver();
    if (driver) {
        int version = 0;
        if ((*driver)->getVersion(&version) == CUDA_SUCCESS)
            probe.driverCudaVersion = version;
        probe.devices = (*driver)->devices();
        if (probe.devices.empty())
            probe.problems.push_back({"no_device",
                                      "The NVIDIA driver offers no GPU to this process; check nvidia-smi and "
                                      "CUDA_VISIBLE_DEVICES."});
    } else {
        probe.problems.push_back({"no_driver", driver.error().message});
    }
    const auto api = openCupti();
    if (!api) {
        probe.problems.push_back({"no_cupti", api.error().message});
        return probe;
    }
    probe.cuptiPath = (*api)->path;
    probe.cuptiVersion = (*api)->version;
    if (!driver)
        return probe;
    CaptureOptions options;
    options.budgetBytes = options.bufferBytes = 64 * 1024;
    auto session = CaptureSession::open(*api, *driver, options);
    if (session) {
        const Result<void> warmed = (*session)->warm();
        if (!warmed)
            probe.problems.push_back({problemCode(warmed.error().message), warmed.error().message});
    } else {
        probe.problems.push_back({problemCode(session.error().message), session.error().message});
    }
    probe.canRecord = probe.problems.empty();
    return probe;
}

} // namespace twintrace
