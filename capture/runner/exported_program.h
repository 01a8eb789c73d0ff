// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/export_schema.h"
#include "capture/runner/provenance.h"
#include "capture/runner/pt2_archive.h"
#include "core/base/result.h"

#include <ATen/core/ivalue.h>

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// One call of the graph. Arguments stay in the schema's JSON until the executor resolves them against an op.
struct GraphNode {
    std::string target; ///< torch.ops.aten.linear.default, _operator.mul, torch.ops.higher_order.cond …
    nlohmann::json inputs, outputs;
    Provenance provenance;
};

/// What stands for a graph input at run time.
struct GraphInput {
    enum class Kind { Weight, User, Constant };
    Kind kind = Kind::User;
    std::string value;                  ///< name of the value in the graph; empty for a specialised number
    std::string weight;                 ///< Weight: its full name, "layers.0.weight"
    std::optional<TensorMeta> expected; ///< User: what the export saw, when it is a tensor
};

/// An output of the graph that changes a weight or an input instead of being returned.
struct GraphMutation {
    nlohmann::json value; ///< the argument that holds the new content
    std::string weight;   ///< name of the weight, or
    std::string input;    ///< name of the user input
};

struct SymbolRange {
    std::optional<std::int64_t> least, most;
};

/// The program of a torch.export.save file, with its weights and example inputs on a device.
struct ExportedProgram {
    std::string path;
    std::string torchVersion;
    std::vector<GraphInput> inputs;
    std::vector<GraphNode> nodes;
    std::vector<nlohmann::json> outputs;
    std::vector<GraphMutation> mutations;
    std::map<std::string, SymbolRange> ranges; ///< of the symbols in sizes
    std::map<std::string, at::Tensor> weights; ///< parameters, buffers (persistent or not), constants
    std::vector<c10::IValue> exampleInputs;    ///< one for each User and Constant input, in order
    std::int64_t parameterCount = 0;
};

/// Reads the graph, the weights and the example inputs; CUDA tensors go to `device` when that is a CUDA
/// device. An archive without a program is an error of code Unsupported, which makes the variant skipped, not
/// failed.
[[nodiscard]] Result<ExportedProgram> readExportedProgram(const Pt2Archive& archive, at::Device device);

/// One node of the export's JSON; throws when it is damaged.
[[nodiscard]] GraphNode readGraphNode(const nlohmann::json& json);

/// The example inputs alone, for a compiled package beside its export.
[[nodiscard]] Result<ExportedProgram> readExampleInputs(const Pt2Archive& archive, at::Device device);

} // namespace twintrace
