// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/runner_probe.h"

#include "capture/cupti/cupti_probe.h"
#include "capture/protocol/messages.h"
#include "capture/runner/device_sync.h"

#include <ATen/Parallel.h>

#include <nlohmann/json.hpp>

namespace twintrace
{

std::string probeRunner()
{
    using nlohmann::json;
    json facts = {{"program", "twintrace-runner"},
                  {"protocol", protocol::kProtocolVersion},
                  {"torch", TWINTRACE_TORCH_VERSION},
                  {"threads", at::get_num_threads()},
                  {"cpu", deviceName(at::kCPU)},
#ifdef TWINTRACE_CUDA
                  {"cuda_built", true},
#else
                  {"cuda_built", false},
#endif
                  {"cuda_devices", cudaDeviceCount()}};
    const CuptiProbe probe = probeCupti();
    json devices = json::array(), problems = json::array();
    for (const GpuDevice& device : probe.devices)
        devices.push_back({{"name", device.name},
                           {"compute_capability",
                            std::to_string(device.computeMajor) + "." + std::to_string(device.computeMinor)},
                           {"memory_bytes", device.totalMemoryBytes}});
    for (const ProbeProblem& problem : probe.problems)
        problems.push_back({{"code", problem.code}, {"message", problem.message}});
    facts["devices"] = devices;
    facts["driver"] = probe.driverVersion;
    facts["cupti"] = {{"can_record", probe.canRecord},
                      {"path", probe.cuptiPath},
                      {"version", probe.cuptiVersion},
                      {"problems", problems}};
    return facts.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace twintrace
