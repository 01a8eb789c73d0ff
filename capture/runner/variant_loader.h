// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/model_runner.h"
#include "capture/runner/stderr_tail.h"
#include "core/base/result.h"

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace twintrace
{

struct LoadedVariant {
    std::unique_ptr<ModelRunner> runner;
    at::Device device = at::kCPU;
    std::int64_t constantBytes = 0; ///< on the GPU beside LibTorch's allocator: a package's constants
    bool isSkipped = false;         ///< there is nothing to run, and that is no failure
    std::string skippedReason;      ///< one sentence
};

/// Makes the runner that a load command asks for: eager, aot, aot-cudagraph or aot-autotune.
[[nodiscard]] Result<LoadedVariant> loadVariant(const protocol::LoadCommand& command, StderrTail& errors);

} // namespace twintrace
