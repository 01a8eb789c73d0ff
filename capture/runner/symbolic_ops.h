// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace twintrace
{

/// A step on numbers: sizes of dynamic shapes and what Python computes from them.
using SymbolicFunction = c10::IValue (*)(const std::vector<c10::IValue>& operands);

/// The function for a target such as _operator.floordiv, torch.sym_max or torch.ops.aten.sym_size.int, with
/// Python's meaning (floor division, true division, numbers compared with numbers); null when the target is
/// an op.
[[nodiscard]] SymbolicFunction findSymbolicFunction(const std::string& target);

/// Nodes that torch.export adds as notes to itself and that the user's Python never ran: they are left out.
[[nodiscard]] bool isExportArtefact(const std::string& target);

} // namespace twintrace
