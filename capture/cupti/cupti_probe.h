// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// One thing that stands in the way of recording, and what to do about it.
struct ProbeProblem {
    std::string code;    ///< "no_driver", "no_cupti", "no_permission", "other_client", "no_headers", "cupti"
    std::string message; ///< a sentence with the remedy
};

/// What this process can know about GPU recording on this machine.
struct CuptiProbe {
    bool canRecord = false;
    bool isBuiltIn = true;                ///< this build has the recorder (CUPTI's headers were there)
    std::optional<int> driverCudaVersion; ///< the newest CUDA the driver knows, as 13000
    std::string driverVersion;            ///< "580.159.04", "" when it cannot be read
    std::vector<GpuDevice> devices;
    std::string cuptiPath; ///< "" when there is no libcupti
    std::uint32_t cuptiVersion = 0;
    std::optional<bool>
        isProfilingRestricted; ///< the driver lets only administrators read counters; tracing works
    std::vector<ProbeProblem> problems;
};

/// Opens driver and libcupti and tries to subscribe; leaves nothing switched on.
[[nodiscard]] CuptiProbe probeCupti();

/// From the text of /proc/driver/nvidia/params: whether RmProfilingAdminOnly is set.
[[nodiscard]] std::optional<bool> profilingRestriction(const std::string& parameters);
/// From the text of /proc/driver/nvidia/version: the driver's version.
[[nodiscard]] std::string driverVersionIn(const std::string& text);

} // namespace twintrace
