// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/model_runner.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <c10/core/Device.h>

#include <vector>

namespace twintrace
{

/// What the GPU took for each of some calls by its own clock: between two cudaEvents on the current stream,
/// before the first work of the call and after its last. The host's clock also sees the queueing and the
/// waiting. In calls of their own, since the events would cost the host's figure a microsecond or two. Empty
/// on CPU.
[[nodiscard]] Result<std::vector<Nanoseconds>> timeOnDevice(ModelRunner& runner, at::Device device,
                                                            int calls);

} // namespace twintrace
