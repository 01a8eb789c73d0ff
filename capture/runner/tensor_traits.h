// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/protocol/messages.h"
#include "capture/runner/exported_program.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace twintrace
{

/// The floating-point type with the fewest digits among tensors; float32 when there is none.
[[nodiscard]] at::ScalarType coarsestType(const std::vector<at::Tensor>& tensors);
[[nodiscard]] at::ScalarType coarserOf(at::ScalarType first, at::ScalarType second);

/// A tensor as the protocol names it.
[[nodiscard]] protocol::ModelInput describeInput(std::string name, const c10::IValue& value);
/// The user's inputs of a program, with the names they have in forward().
[[nodiscard]] std::vector<protocol::ModelInput> describeInputs(const ExportedProgram& program);

} // namespace twintrace
