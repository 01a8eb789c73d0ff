// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/example_inputs.h"

#include "capture/runner/input_check.h"
#include "capture/runner/tensor_file.h"

namespace twintrace
{

Result<void> replaceExampleInputs(ExportedProgram& program, const std::string& path, at::Device device)
{
    auto values = readTensorFile(path);
    if (!values)
        return tl::unexpected(values.error());
    std::vector<const GraphInput*> inputs;
    for (const GraphInput& input : program.inputs)
        if (input.kind != GraphInput::Kind::Weight)
            inputs.push_back(&input);
    if (values->size() != inputs.size())
        return fail(ErrorCode::Usage, "The input file " + path + " holds " + std::to_string(values->size()) +
                                          " values where the model takes " + std::to_string(inputs.size()) +
                                          "; write one for each argument, in order.");
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        c10::IValue& value = (*values)[at];
        if (!inputs[at]->expected)
            continue;
        if (!value.isTensor())
            return fail(ErrorCode::Usage, "The input " + inputs[at]->value + " in " + path +
                                              " is no tensor; write one for each tensor argument, in order.");
        if (inputs[at]->expected->device.is_cuda() && device.is_cuda())
            value = value.toTensor().to(device);
        TWINTRACE_TRY(checkTensor(inputs[at]->value, expectedOf(*inputs[at]->expected, program.ranges),
                                  value.toTensor()));
    }
    program.exampleInputs = std::move(*values);
    return {};
}

} // namespace twintrace
