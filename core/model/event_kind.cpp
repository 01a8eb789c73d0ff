// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event_kind.h"

#include <algorithm>
#include <array>
#include <string>

namespace twintrace
{
namespace
{

struct Spelling {
    std::string_view text; // lower case
    EventKind kind;
};

// Kineto's spellings of all years; ROCm writes the cuda_* names. Sorted by use, the list is short.
constexpr std::array kSpellings{
    Spelling{"cpu_op", EventKind::CpuOp},
    Spelling{"operator", EventKind::CpuOp},
    Spelling{"python_function", EventKind::PythonFunction},
    Spelling{"kernel", EventKind::Kernel},
    Spelling{"cuda_runtime", EventKind::RuntimeCall},
    Spelling{"runtime", EventKind::RuntimeCall},
    Spelling{"hip_runtime", EventKind::RuntimeCall},
    Spelling{"xpu_runtime", EventKind::RuntimeCall},
    Spelling{"mtia_runtime", EventKind::RuntimeCall},
    Spelling{"glow_runtime", EventKind::RuntimeCall},
    Spelling{"privateuse1_runtime", EventKind::RuntimeCall},
    Spelling{"cuda_driver", EventKind::DriverCall},
    Spelling{"hip_driver", EventKind::DriverCall},
    Spelling{"xpu_driver", EventKind::DriverCall},
    Spelling{"privateuse1_driver", EventKind::DriverCall},
    Spelling{"gpu_memcpy", EventKind::Memcpy},
    Spelling{"memcpy", EventKind::Memcpy},
    Spelling{"gpu_memset", EventKind::Memset},
    Spelling{"memset", EventKind::Memset},
    Spelling{"user_annotation", EventKind::UserAnnotation},
    Spelling{"gpu_user_annotation", EventKind::GpuAnnotation},
    Spelling{"cuda_sync", EventKind::Synchronization},
    Spelling{"xpu_sync", EventKind::Synchronization},
    Spelling{"overhead", EventKind::Overhead},
};

} // namespace

EventKind eventKindOf(std::string_view category)
{
    if (category == "Trace")
        return EventKind::ProfilerSpan;
    std::string lower(category.substr(0, 32));
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto found = std::ranges::find(kSpellings, std::string_view(lower), &Spelling::text);
    return found == kSpellings.end() || category.size() > 32 ? EventKind::Other : found->kind;
}

} // namespace twintrace
