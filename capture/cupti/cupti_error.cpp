// SPDX-License-Identifier: MIT
#include "capture/cupti/cupti_error.h"

namespace twintrace
{
namespace
{

std::string meaningOf(CUptiResult result, std::string_view holder)
{
    switch (result) {
    case CUPTI_ERROR_UNKNOWN:
        return "No NVIDIA driver answers on this machine; GPU recording needs an NVIDIA GPU with its driver";
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return "The driver does not let this user profile; load it with "
               "NVreg_RestrictProfilingToAdminUsers=0, or run "
               "with CAP_SYS_ADMIN (docker: --cap-add=SYS_ADMIN)";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "Another CUPTI client is active in this process" +
               (holder.empty() ? std::string() : " (" + std::string(holder) + ")") +
               "; stop it (Nsight, compute-sanitizer, cuda-gdb, torch.profiler or a monitoring agent) and "
               "record again";
    case CUPTI_ERROR_OUT_OF_MEMORY:
        return "There is not enough memory for the recorder; record less or free some";
    case CUPTI_ERROR_NOT_COMPATIBLE:
        return "The driver and libcupti do not fit together; use the libcupti of the driver's CUDA version";
    default:
        return "CUPTI refused";
    }
}

} // namespace

Error cuptiError(const CuptiApi& api, CUptiResult result, std::string_view call, std::string_view holder)
{
    const char* name = nullptr;
    if (api.getResultString == nullptr || api.getResultString(result, &name) != CUPTI_SUCCESS ||
        name == nullptr)
        name = "CUPTI error";
    return {ErrorCode::Unsupported,
            meaningOf(result, holder) + " (" + std::string(call) + ": " + name + ", " +
                std::to_string(result) + ").",
            "libcupti: " + api.path};
}

} // namespace twintrace
