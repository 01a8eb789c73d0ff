// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/tensor_traits.h"

#include "capture/runner/export_schema.h"

namespace twintrace
{
namespace
{

// Digits of the mantissa, roughly: smaller is coarser. Types that are no floating point do not count.
int digits(at::ScalarType type)
{
    switch (c10::toRealValueType(type)) {
    case at::ScalarType::Double:
        return 53;
    case at::ScalarType::Float:
        return 24;
    case at::ScalarType::Half:
        return 11;
    case at::ScalarType::BFloat16:
        return 8;
    default:
        return c10::isFloatingType(type) ? 4 : 64;
    }
}

} // namespace

at::ScalarType coarserOf(at::ScalarType first, at::ScalarType second)
{
    return digits(second) < digits(first) ? second : first;
}

at::ScalarType coarsestType(const std::vector<at::Tensor>& tensors)
{
    auto coarsest = at::ScalarType::Undefined;
    for (const at::Tensor& tensor : tensors)
        if (tensor.defined() && digits(tensor.scalar_type()) < 64)
            coarsest = coarsest == at::ScalarType::Undefined ? tensor.scalar_type()
                                                             : coarserOf(coarsest, tensor.scalar_type());
    return coarsest == at::ScalarType::Undefined ? at::ScalarType::Float : coarsest;
}

protocol::ModelInput describeInput(std::string name, const c10::IValue& value)
{
    protocol::ModelInput input;
    input.name = std::move(name);
    if (!value.isTensor()) {
        input.dtype = "number";
        return input;
    }
    const at::Tensor& tensor = value.toTensor();
    input.dtype = dtypeName(tensor.scalar_type());
    input.shape = tensor.sizes().vec();
    input.device = tensor.device().str();
    return input;
}

std::vector<protocol::ModelInput> describeInputs(const ExportedProgram& program)
{
    std::vector<protocol::ModelInput> inputs;
    std::size_t example = 0;
    for (const GraphInput& input : program.inputs) {
        if (input.kind == GraphInput::Kind::Weight || example >= program.exampleInputs.size())
            continue;
        const c10::IValue& value = program.exampleInputs[example++];
        if (input.kind == GraphInput::Kind::User)
            inputs.push_back(describeInput(input.value, value));
    }
    return inputs;
}

} // namespace twintrace
