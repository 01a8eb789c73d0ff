// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/model_runner.h"
#include "core/base/result.h"
#include "core/base/time.h"

#include <span>
#include <vector>

namespace twintrace
{

/// A monotonic clock for durations.
[[nodiscard]] Nanoseconds steadyNow();

/// One call as it is timed everywhere: from before it is queued until the device has finished it. The outputs
/// are let go inside, as Python lets go of a result that nobody keeps.
[[nodiscard]] Result<Nanoseconds> timeCall(ModelRunner& runner);

/// Whether durations no longer drift: the medians of the last two windows of a fifth of the calls (at least
/// 5, at most 50) differ by no more than `drift` of the earlier one.
[[nodiscard]] bool isSteady(std::span<const Nanoseconds> durations, double drift);

/// Calls until the durations are steady or the time is over.
[[nodiscard]] Result<protocol::WarmedEvent> warmUp(ModelRunner& runner, const protocol::WarmUpCommand& plan);

/// A settling call that is not counted (another variant ran in the meantime: caches are cold, clocks may have
/// changed), then calls until both the time and the number are reached.
[[nodiscard]] Result<protocol::RoundEvent> runRound(ModelRunner& runner, const protocol::RoundCommand& plan);

} // namespace twintrace
