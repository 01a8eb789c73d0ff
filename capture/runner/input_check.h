// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/exported_program.h"
#include "core/base/result.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// What a program or a package demands of a size: one value, a range, or nothing.
struct SizeLimit {
    std::optional<std::int64_t> fixed, least, most;
};

/// What it demands of an input tensor. Only what is known is checked.
struct ExpectedTensor {
    std::optional<at::ScalarType> dtype;
    std::optional<std::vector<SizeLimit>> sizes;
    std::vector<std::optional<std::int64_t>> strides;
    std::optional<at::DeviceType> device;
};

[[nodiscard]] ExpectedTensor expectedOf(const TensorMeta& meta,
                                        const std::map<std::string, SymbolRange>& ranges);

/// Compares before anything runs: compiled code reads out of range or returns wrong numbers for a shape it
/// was not made for, often without a word. The error says what was expected and what was given.
[[nodiscard]] Result<void> checkTensor(const std::string& name, const ExpectedTensor& expected,
                                       const at::Tensor& tensor);

} // namespace twintrace
