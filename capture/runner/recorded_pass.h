// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/model_runner.h"
#include "capture/runner/op_recorder.h"
#include "core/base/result.h"

#include <c10/core/Device.h>

#include <string>

namespace twintrace
{

/// Runs some forwards with the recorders on and writes the trace. A first forward with everything switched on
/// is not kept: it pays for the recorders' own beginnings.
[[nodiscard]] Result<protocol::RecordedEvent> recordPass(ModelRunner& runner, OpRecorder& ops,
                                                         at::Device device, const std::string& variant,
                                                         const protocol::RecordCommand& command);

} // namespace twintrace
