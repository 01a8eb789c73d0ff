// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace twintrace
{

/// Reads what Python's torch.save wrote (tensors, numbers, texts, None in lists, tuples and dicts), as one
/// flat list in pytree order.
[[nodiscard]] Result<std::vector<c10::IValue>> readTensorFile(const std::string& path);
/// The same for bytes in memory; `name` is for the error.
[[nodiscard]] Result<std::vector<c10::IValue>> readTensors(const std::vector<char>& bytes,
                                                           const std::string& name);
/// Writes a flat list that torch.load reads; tensors are moved to the CPU first.
[[nodiscard]] Result<void> writeTensorFile(const std::string& path, const std::vector<c10::IValue>& values);

} // namespace twintrace
