// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/eager_executor.h"

#include "capture/runner/device_sync.h"
#include "capture/runner/operand_builder.h"
#include "capture/runner/tensor_traits.h"
#include "capture/runner/torch_errors.h"

#include <ATen/ScalarOps.h>

#include <algorithm>

namespace twintrace
{

Result<std::unique_ptr<ModelRunner>> EagerExecutor::load(ExportedProgram program, at::Device device)
{
    auto plan = makeEagerPlan(program, device);
    if (!plan)
        return tl::unexpected(plan.error());
    std::unique_ptr<EagerExecutor> executor(new EagerExecutor);
    executor->m_plan = std::move(*plan);
    executor->m_values = executor->m_plan.initial;
    executor->m_stack.reserve(64);
    executor->m_device = device;
    executor->m_inputs = describeInputs(program);
    for (StepOrigin& origin : executor->m_plan.origins) {
        executor->m_provenance.nodes.push_back(std::move(origin.provenance));
        executor->m_targets.push_back(std::move(origin.target));
    }
    executor->m_plan.origins.clear();
    std::vector<at::Tensor> tensors;
    for (const c10::IValue& value : executor->m_values)
        if (value.isTensor())
            tensors.push_back(value.toTensor());
    executor->m_precision = coarsestType(tensors);
    return std::unique_ptr<ModelRunner>(std::move(executor));
}

Result<Outputs> EagerExecutor::run()
{
    std::uint32_t node = kNoNode;
    try {
        for (Step& step : m_plan.steps) {
            node = step.node;
            runStep(step);
        }
        t_currentNode = node = kNoNode;
        for (Writeback& writeback : m_plan.writebacks) {
            m_stack.clear();
            push(writeback.source);
            m_values[writeback.target].toTensor().copy_(m_stack.front().toTensor());
        }
        m_stack.clear();
        for (Operand& output : m_plan.outputs)
            push(output);
        Outputs outputs(m_stack.begin(), m_stack.end());
        m_stack.clear();
        // What was returned or written back is let go; weights and inputs stay as they were placed.
        for (const Operand& output : m_plan.outputs)
            if (output.kind != Operand::Kind::Constant)
                m_values[output.slot] = m_plan.initial[output.slot];
        for (const Writeback& writeback : m_plan.writebacks)
            m_values[writeback.source.slot] = m_plan.initial[writeback.source.slot];
        return outputs;
    } catch (const std::exception& exception) {
        t_currentNode = kNoNode;
        m_stack.clear();
        m_values = m_plan.initial;
        if (node == kNoNode)
            return fail(ErrorCode::Failed, "The eager run failed: " + firstLine(exception) + ".",
                        exception.what());
        const std::string place = m_provenance.nodes[node].place();
        return fail(ErrorCode::Failed,
                    "The op " + m_targets[node] + " failed" + (place.empty() ? "" : " at " + place) + ": " +
                        firstLine(exception) + ".",
                    exception.what());
    }
}

Result<void> EagerExecutor::synchronize()
{
    return synchronizeDevice(m_device);
}

void EagerExecutor::push(Operand& operand)
{
    using Kind = Operand::Kind;
    switch (operand.kind) {
    case Kind::Constant:
        m_stack.push_back(operand.constant);
        return;
    case Kind::Slot:
        m_stack.push_back(m_values[operand.slot]);
        return;
    case Kind::LastUse:
        m_stack.push_back(std::move(m_values[operand.slot]));
        return;
    case Kind::WrappedNumber: {
        const c10::IValue& value = m_values[operand.slot];
        m_stack.emplace_back(at::native::wrapped_scalar_tensor(value.isBool() ? at::Scalar(value.toBool())
                                                                              : value.toScalar()));
        return;
    }
    case Kind::FloatOfNumber: {
        const c10::IValue& value = m_values[operand.slot];
        m_stack.emplace_back(value.isDouble() ? value.toDouble() : static_cast<double>(value.toInt()));
        return;
    }
    default:
        m_stack.push_back(makeList(operand.kind, operand.items, m_values));
    }
}

void EagerExecutor::runStep(Step& step)
{
    m_stack.clear();
    for (Operand& operand : step.operands)
        push(operand);
    if (step.op) {
        t_currentNode = step.node;
        step.op->callBoxed(m_stack);
    } else {
        c10::IValue result = step.symbolic(m_stack);
        m_stack.clear();
        m_stack.push_back(std::move(result));
    }
    for (const std::uint32_t slot : step.freed)
        m_values[slot] = c10::IValue();
    storeOutputs(step);
}

void EagerExecutor::storeOutputs(const Step& step)
{
    const std::size_t count = std::min(step.outputs.size(), m_stack.size());
    for (std::size_t at = 0; at < count; ++at) {
        const StepOutput& output = step.outputs[at];
        if (!output.isList) {
            if (output.slot >= 0)
                m_values[static_cast<std::size_t>(output.slot)] = std::move(m_stack[at]);
            continue;
        }
        const auto list = m_stack[at].toListRef();
        for (std::size_t element = 0; element < output.elements.size() && element < list.size(); ++element)
            if (output.elements[element] >= 0)
                m_values[static_cast<std::size_t>(output.elements[element])] = list[element];
    }
}

} // namespace twintrace
