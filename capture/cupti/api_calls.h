// SPDX-License-Identifier: MIT
#pragma once

#include "capture/cupti/cupti_api.h"
#include "core/base/gpu_records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// "cudaLaunchKernel_v7000" -> "cudaLaunchKernel": without the version and the per-thread-stream ending.
[[nodiscard]] std::string_view plainCallName(std::string_view name);
/// What a call of this plain name does to the device.
[[nodiscard]] CallRole roleOfCall(std::string_view plainName);
/// Calls that frameworks make all the time and that tell nothing; Kineto leaves out the same.
[[nodiscard]] bool isChatty(std::string_view plainName);

/// One runtime or driver function as this libcupti knows it.
struct ApiCall {
    std::uint32_t callbackId = 0;
    std::string name; ///< plain
    CallRole role = CallRole::Other;
};

/// All functions of a domain, by callback id; found by asking libcupti, so newer versions bring theirs along.
[[nodiscard]] std::vector<ApiCall> apiCalls(const CuptiApi& api, CUpti_CallbackDomain domain);

} // namespace twintrace
