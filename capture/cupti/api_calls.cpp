// SPDX-License-Identifier: MIT
#include "capture/cupti/api_calls.h"

#include <algorithm>
#include <array>

namespace twintrace
{
namespace
{

// Ids above those in the headers belong to functions added later; the search ends well behind the last known
// one.
constexpr std::uint32_t kIdsAhead = 400;

bool isDigits(std::string_view text)
{
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::string_view plainCallName(std::string_view name)
{
    for (const std::string_view ending : {"_ptsz", "_ptds"}) {
        if (name.ends_with(ending))
            name.remove_suffix(ending.size());
    }
    const std::size_t version = name.rfind("_v");
    if (version != std::string_view::npos && isDigits(name.substr(version + 2)))
        name = name.substr(0, version);
    for (const std::string_view ending : {"_ptsz", "_ptds"}) {
        if (name.ends_with(ending))
            name.remove_suffix(ending.size());
    }
    return name;
}

CallRole roleOfCall(std::string_view plainName)
{
    constexpr std::array<std::string_view, 10> kLaunches{"cudaLaunch",
                                                         "cudaLaunchKernel",
                                                         "cudaLaunchKernelExC",
                                                         "cudaLaunchCooperativeKernel",
                                                         "cuLaunch",
                                                         "cuLaunchGrid",
                                                         "cuLaunchGridAsync",
                                                         "cuLaunchKernel",
                                                         "cuLaunchKernelEx",
                                                         "cuLaunchCooperativeKernel"};
    constexpr std::array<std::string_view, 11> kSynchronizations{"cudaDeviceSynchronize",
                                                                 "cudaStreamSynchronize",
                                                                 "cudaEventSynchronize",
                                                                 "cudaStreamWaitEvent",
                                                                 "cudaThreadSynchronize",
                                                                 "cuCtxSynchronize",
                                                                 "cuStreamSynchronize",
                                                                 "cuEventSynchronize",
                                                                 "cuStreamWaitEvent",
                                                                 "cudaFree",
                                                                 "cuMemFree"};
    const auto isIn = [&](const auto& list) {
        return std::find(list.begin(), list.end(), plainName) != list.end();
    };
    if (isIn(kLaunches))
        return CallRole::KernelLaunch;
    if (plainName == "cudaGraphLaunch" || plainName == "cuGraphLaunch")
        return CallRole::GraphLaunch;
    if (plainName.starts_with("cudaMemcpy") || plainName.starts_with("cuMemcpy"))
        return CallRole::Copy;
    if (plainName.starts_with("cudaMemset") || plainName.starts_with("cuMemset"))
        return CallRole::Fill;
    if (isIn(kSynchronizations))
        return CallRole::Synchronization;
    return CallRole::Other;
}

bool isChatty(std::string_view plainName)
{
    constexpr std::array<std::string_view, 16> kChatty{"cudaGetDevice",
                                                       "cudaSetDevice",
                                                       "cudaGetLastError",
                                                       "cudaPeekAtLastError",
                                                       "cudaStreamIsCapturing",
                                                       "cudaDeviceGetAttribute",
                                                       "cudaStreamGetCaptureInfo",
                                                       "cudaEventQuery",
                                                       "cuKernelGetAttribute",
                                                       "cuDevicePrimaryCtxGetState",
                                                       "cuCtxGetCurrent",
                                                       "cuCtxSetCurrent",
                                                       "cuDeviceGetAttribute",
                                                       "cuGetProcAddress",
                                                       "cuStreamIsCapturing",
                                                       "cudaGetDriverEntryPointByVersion"};
    return std::find(kChatty.begin(), kChatty.end(), plainName) != kChatty.end();
}

std::vector<ApiCall> apiCalls(const CuptiApi& api, CUpti_CallbackDomain domain)
{
    const std::uint32_t known = domain == CUPTI_CB_DOMAIN_RUNTIME_API
                                    ? std::uint32_t{CUPTI_RUNTIME_TRACE_CBID_SIZE}
                                    : std::uint32_t{CUPTI_DRIVER_TRACE_CBID_SIZE};
    std::vector<ApiCall> calls;
    calls.reserve(known);
    for (std::uint32_t id = 1; id < known + kIdsAhead; ++id) {
        const char* name = nullptr;
        if (api.getCallbackName(domain, id, &name) != CUPTI_SUCCESS || name == nullptr) {
            if (id >= known)
                break;
            continue;
        }
        const std::string_view plain = plainCallName(name);
        calls.push_back({id, std::string(plain), roleOfCall(plain)});
    }
    return calls;
}

} // namespace twintrace
