// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/batch_sweep.h"
#include "core/model/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// The batch sizes that a session's variants ran with, in the session's order.
[[nodiscard]] std::vector<std::int64_t> batchesOf(const Session& session);

/// The part of a session that ran with one batch size; variant ids are unique in it.
[[nodiscard]] Session sessionOfBatch(const Session& session, std::int64_t batch);

/// Steady times of two variants over the batch sizes, with the time in kernels where it was recorded.
[[nodiscard]] std::vector<SweepPoint> sweepOf(const Session& session, const std::string& baseline,
                                              const std::string& candidate);

} // namespace twintrace
