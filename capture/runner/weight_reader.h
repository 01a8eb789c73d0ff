// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/exported_program.h"
#include "core/base/result.h"

#include <c10/core/Device.h>

#include <string>

namespace twintrace
{

/// Fills `program.weights` from data/weights (parameters, persistent buffers) and data/constants (buffers
/// that are not persistent, constants), and counts the parameters. Weights that share memory in Python share
/// it here.
[[nodiscard]] Result<void> readWeights(const Pt2Archive& archive, const std::string& model, at::Device device,
                                       ExportedProgram& program);

} // namespace twintrace
