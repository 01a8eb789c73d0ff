// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runner/exported_program.h"
#include "capture/runner/symbolic_ops.h"
#include "core/base/result.h"

#include <ATen/core/dispatch/Dispatcher.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// An element of a list operand: a value of the run, or a constant.
struct ListItem {
    std::int32_t slot = -1; ///< -1: the constant
    c10::IValue constant;
};

/// Where an argument of an op comes from, resolved once at load so that a run only pushes values.
struct Operand {
    enum class Kind : std::uint8_t {
        Constant,
        Slot,          ///< a value needed again later
        LastUse,       ///< the value's last use: it is moved, so that memory is freed as Python frees it
        WrappedNumber, ///< a computed number where the op wants a tensor
        FloatOfNumber, ///< a computed number where the op wants a float
        TensorList,
        OptionalTensorList,
        IntList,
        FloatList,
        BoolList,
    };
    Kind kind = Kind::Constant;
    std::uint32_t slot = 0;
    c10::IValue constant;
    std::vector<ListItem> items;
};

/// Where a result goes; -1 where nobody reads it.
struct StepOutput {
    std::int32_t slot = -1;
    std::vector<std::int32_t> elements; ///< of a list result, one slot each
    bool isList = false;
};

/// One call.
struct Step {
    std::optional<c10::OperatorHandle> op; ///< empty: `symbolic`
    SymbolicFunction symbolic = nullptr;
    std::vector<Operand> operands;
    std::vector<StepOutput> outputs;
    std::vector<std::uint32_t> freed; ///< slots that no later step reads and that were not moved away
    std::uint32_t node = 0;           ///< index into EagerPlan::origins
};

/// A new content for a weight or an input, copied at the end of a run.
struct Writeback {
    Operand source;
    std::uint32_t target = 0;
};

/// What a step was in the export, for errors and for the recorder.
struct StepOrigin {
    std::string target;
    Provenance provenance;
};

/// The whole program as calls on numbered values.
struct EagerPlan {
    std::vector<Step> steps;
    std::vector<StepOrigin> origins;
    std::vector<c10::IValue> initial; ///< one a slot: weights and inputs stand in it, the rest is empty
    std::vector<Operand> outputs;
    std::vector<Writeback> writebacks;
};

/// Resolves every op and argument. An op that needs Python (higher-order, or of a library that is not loaded)
/// is refused by name and source line.
[[nodiscard]] Result<EagerPlan> makeEagerPlan(const ExportedProgram& program, at::Device device);

} // namespace twintrace
