// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"

#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace twintrace
{

/// How far outputs of a type may lie apart: `isSameArithmetic` for eager against Python's eager (the same
/// kernels in the same order), otherwise compiled against eager (fused, reordered).
[[nodiscard]] double toleranceFor(at::ScalarType type, bool isSameArithmetic);

/// Compares two flat lists of outputs. An element is within tolerance t when |a−b| ≤ t·(|b| + s), with s the
/// largest |b| of its tensor held between 0.01 and 1: relative, but without false alarms where a result is
/// nearly zero. NaN must meet NaN and infinity the same infinity; whole numbers, booleans and texts must be
/// equal. `maxRelative` is the largest |a−b| over the largest |b| of the tensor.
[[nodiscard]] protocol::Numerics compareOutputs(const std::vector<c10::IValue>& outputs,
                                                const std::vector<c10::IValue>& reference, double tolerance,
                                                std::string against);

} // namespace twintrace
