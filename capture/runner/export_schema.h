// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <ATen/core/Tensor.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// The numbers of torch.export's own schema (torch/_export/serde/schema.py), which are not those of c10:
/// float32 is 7 there and 6 here. Each throws std::runtime_error for a number of a later schema.
[[nodiscard]] at::ScalarType scalarTypeOfExport(std::int64_t number);
[[nodiscard]] at::Layout layoutOfExport(std::int64_t number);
[[nodiscard]] at::MemoryFormat memoryFormatOfExport(std::int64_t number);

/// A size or stride: a number, or a symbol with the value it had at export.
struct Dimension {
    std::int64_t value = 0;
    std::string symbol; ///< empty when the size is fixed
};

/// Type, shape and place of a tensor as the export wrote it.
struct TensorMeta {
    at::ScalarType dtype = at::ScalarType::Float;
    std::vector<Dimension> sizes, strides;
    std::int64_t storageOffset = 0;
    at::Device device = at::kCPU;
};

[[nodiscard]] TensorMeta readTensorMeta(const nlohmann::json& meta);
/// A device of the export on the machine at hand: a CUDA device goes to `target` when that is one.
[[nodiscard]] at::Device placedOn(const nlohmann::json& device, at::Device target);

/// "float32", as Python writes a dtype without its module.
[[nodiscard]] std::string dtypeName(at::ScalarType type);
/// The reverse, for names of the generated code of AOTInductor.
[[nodiscard]] std::optional<at::ScalarType> dtypeOfName(const std::string& name);

} // namespace twintrace
