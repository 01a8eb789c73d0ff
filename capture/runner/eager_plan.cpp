// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/eager_plan.h"

#include "capture/runner/operand_builder.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace twintrace
{
namespace
{

using nlohmann::json;

std::string whereIs(const Provenance& provenance)
{
    if (!provenance.sourceFile.empty())
        return " at " + provenance.place() +
               (provenance.sourceText.empty() ? "" : " (" + provenance.sourceText + ")");
    return provenance.modulePath.empty() ? std::string() : " in module " + provenance.modulePath;
}

// torch.ops.aten.add.Tensor -> aten::add, Tensor
std::optional<c10::OperatorName> operatorName(const std::string& target)
{
    constexpr std::string_view kPrefix = "torch.ops.";
    if (!target.starts_with(kPrefix))
        return std::nullopt;
    const std::size_t space = target.find('.', kPrefix.size());
    const std::size_t overload = target.rfind('.');
    if (space == std::string::npos || overload <= space)
        return std::nullopt;
    std::string overloadName = target.substr(overload + 1);
    return c10::OperatorName(target.substr(kPrefix.size(), space - kPrefix.size()) +
                                 "::" + target.substr(space + 1, overload - space - 1),
                             overloadName == "default" ? "" : std::move(overloadName));
}

class PlanBuilder
{
  public:
    PlanBuilder(const ExportedProgram& program, at::Device device)
        : m_program(program), m_operands(m_slots, device)
    {
    }

    Result<EagerPlan> build()
    {
        TWINTRACE_TRY(placeInputs());
        for (const GraphNode& node : m_program.nodes)
            TWINTRACE_TRY(addNode(node));
        try {
            for (const json& output : m_program.outputs)
                m_plan.outputs.push_back(m_operands.untyped(output));
            for (const GraphMutation& mutation : m_program.mutations)
                m_plan.writebacks.push_back({m_operands.untyped(mutation.value),
                                             mutation.weight.empty() ? m_slots.at(mutation.input)
                                                                     : m_weightSlots.at(mutation.weight)});
        } catch (const std::exception& exception) {
            return fail(ErrorCode::Unsupported, "An output of the program in " + m_program.path +
                                                    " cannot be returned: " + exception.what() + ".");
        }
        markLastUses();
        return std::move(m_plan);
    }

  private:
    std::uint32_t newSlot(const std::string& name, c10::IValue value = {})
    {
        const auto slot = static_cast<std::uint32_t>(m_plan.initial.size());
        m_plan.initial.push_back(std::move(value));
        m_slots[name] = slot;
        return slot;
    }

    Result<void> placeInputs()
    {
        std::size_t example = 0;
        for (const GraphInput& input : m_program.inputs) {
            if (input.kind == GraphInput::Kind::Weight) {
                const auto weight = m_program.weights.find(input.weight);
                if (weight == m_program.weights.end())
                    return fail(ErrorCode::Unreadable, "The weight " + input.weight + " is missing in " +
                                                           m_program.path + "; save the model again.");
                m_weightSlots[input.weight] = newSlot(input.value, weight->second);
                continue;
            }
            if (example >= m_program.exampleInputs.size())
                return fail(
                    ErrorCode::Unreadable,
                    m_program.path +
                        " holds no example inputs to run with; export the model with example inputs.");
            const c10::IValue& value = m_program.exampleInputs[example++];
            if (!input.value.empty())
                newSlot(input.value, value);
        }
        m_persistentSlots = static_cast<std::uint32_t>(m_plan.initial.size());
        return {};
    }

    Result<void> addNode(const GraphNode& node)
    {
        if (isExportArtefact(node.target))
            return {};
        try {
            if (const json* body = inlinedBody(node))
                return addBody(node, *body);
            return addStep(node);
        } catch (const std::exception& exception) {
            return fail(ErrorCode::Unsupported,
                        "The op " + node.target + whereIs(node.provenance) +
                            " cannot be run eagerly without Python: " + exception.what() + ".");
        }
    }

    Result<void> addStep(const GraphNode& node)
    {
        Step step;
        step.node = static_cast<std::uint32_t>(m_plan.origins.size());
        step.symbolic = findSymbolicFunction(node.target);
        if (step.symbolic != nullptr) {
            for (const json& input : node.inputs)
                step.operands.push_back(m_operands.untyped(input.at("arg")));
        } else {
            const auto name = operatorName(node.target);
            if (name)
                step.op = c10::Dispatcher::singleton().findSchema(*name);
            if (!step.op)
                return refuse(node);
            addOperands(step.op->schema(), node.inputs, step);
        }
        for (const json& output : node.outputs)
            step.outputs.push_back(makeOutput(output));
        m_plan.steps.push_back(std::move(step));
        m_plan.origins.push_back({node.target, node.provenance});
        return {};
    }

    // The nodes of a "with torch.no_grad()" or "with torch.autocast(enabled=False)" block: under inference
    // mode without autocast they are plain nodes. Null for everything else.
    static const json* inlinedBody(const GraphNode& node)
    {
        const bool isGradBlock = node.target == "torch.ops.higher_order.wrap_with_set_grad_enabled";
        const bool isAutocastOff = node.target == "torch.ops.higher_order.wrap_with_autocast" &&
                                   node.inputs.size() > 2 &&
                                   node.inputs[2].at("arg").value("as_bool", true) == false;
        if (!isGradBlock && !isAutocastOff)
            return nullptr;
        for (const json& input : node.inputs)
            if (input.at("arg").contains("as_graph"))
                return &input.at("arg").at("as_graph").at("graph");
        return nullptr;
    }

    static std::string nameOf(const json& argument)
    {
        for (const char* kind : {"as_tensor", "as_sym_int", "as_sym_float", "as_sym_bool"})
            if (const auto found = argument.find(kind); found != argument.end())
                return found->value(std::string_view(kind) == "as_tensor" ? "name" : "as_name",
                                    std::string());
        return {};
    }

    // A block has names of its own: its inputs are bound to the values given, its outputs to the node's
    // names.
    Result<void> addBody(const GraphNode& node, const json& graph)
    {
        std::vector<json> given;
        bool isPastGraph = false;
        for (const json& input : node.inputs) {
            if (isPastGraph)
                given.push_back(input.at("arg"));
            isPastGraph |= input.at("arg").contains("as_graph");
        }
        std::unordered_map<std::string, std::uint32_t> inner;
        const json& inputs = graph.at("inputs");
        for (std::size_t at = 0; at < inputs.size() && at < given.size(); ++at)
            if (const std::string name = nameOf(inputs[at]); !name.empty())
                inner[name] = m_slots.at(nameOf(given[at]));
        inner.swap(m_slots);
        for (const json& child : graph.at("nodes"))
            TWINTRACE_TRY(addNode(readGraphNode(child)));
        inner.swap(m_slots);
        const json& results = graph.at("outputs");
        for (std::size_t at = 0; at < node.outputs.size() && at < results.size(); ++at)
            if (const std::string name = nameOf(node.outputs[at]); !name.empty())
                m_slots[name] = inner.at(nameOf(results[at]));
        return {};
    }

    Result<void> refuse(const GraphNode& node) const
    {
        const bool isHigherOrder = node.target.starts_with("torch.ops.higher_order.");
        return fail(ErrorCode::Unsupported,
                    "The model uses the " + std::string(isHigherOrder ? "higher-order" : "custom") + " op " +
                        node.target + whereIs(node.provenance) +
                        (isHigherOrder
                             ? ", which needs Python; the eager variant cannot run it."
                             : ", whose library is not loaded here; the eager variant cannot run it."));
    }

    void addOperands(const c10::FunctionSchema& schema, const json& inputs, Step& step)
    {
        for (const c10::Argument& argument : schema.arguments()) {
            const auto given = std::find_if(inputs.begin(), inputs.end(), [&](const json& input) {
                return input.at("name") == argument.name();
            });
            if (given != inputs.end()) {
                step.operands.push_back(m_operands.forArgument(given->at("arg"), argument));
            } else if (argument.default_value()) {
                Operand operand;
                operand.constant = *argument.default_value();
                step.operands.push_back(std::move(operand));
            } else {
                throw std::runtime_error("the argument \"" + argument.name() + "\" is missing");
            }
        }
    }

    StepOutput makeOutput(const json& output)
    {
        StepOutput result;
        if (!output.is_object() || output.empty())
            throw std::runtime_error("an output is damaged");
        const std::string key = output.begin().key();
        const json& content = output.begin().value();
        const auto named = [&](const json& value, const char* nameKey) {
            return static_cast<std::int32_t>(newSlot(value.at(nameKey).get<std::string>()));
        };
        if (key == "as_tensor") {
            result.slot = named(content, "name");
        } else if (key == "as_tensors" || key == "as_optional_tensors") {
            result.isList = true;
            for (const json& element : content) {
                const json& tensor = element.contains("as_tensor") ? element["as_tensor"] : element;
                result.elements.push_back(tensor.contains("name") ? named(tensor, "name") : -1);
            }
        } else if (key == "as_optional_tensor") {
            if (content.contains("as_tensor"))
                result.slot = named(content["as_tensor"], "name");
        } else if (key == "as_sym_int" || key == "as_sym_float" || key == "as_sym_bool") {
            if (content.contains("as_name"))
                result.slot = named(content, "as_name");
        } else if (key != "as_none" && key != "as_int" && key != "as_float" && key != "as_bool") {
            throw std::runtime_error("it returns a value of the kind \"" + key + "\"");
        }
        return result;
    }

    template <class Visit> static void visitSlots(Operand& operand, Visit&& visit)
    {
        if (operand.kind == Operand::Kind::Constant)
            return;
        if (operand.items.empty())
            visit(operand.slot);
        for (const ListItem& item : operand.items)
            if (item.slot >= 0)
                visit(static_cast<std::uint32_t>(item.slot));
    }

    void markLastUses()
    {
        std::vector<bool> isNeededLater(m_plan.initial.size(), false);
        std::fill_n(isNeededLater.begin(), m_persistentSlots, true);
        const auto need = [&](std::uint32_t slot) { isNeededLater[slot] = true; };
        for (Operand& output : m_plan.outputs)
            visitSlots(output, need);
        for (Writeback& writeback : m_plan.writebacks)
            visitSlots(writeback.source, need);
        for (std::size_t at = m_plan.steps.size(); at-- > 0;) {
            Step& step = m_plan.steps[at];
            const auto dropUnread = [&](std::int32_t& slot) {
                if (slot >= 0 && !isNeededLater[static_cast<std::size_t>(slot)])
                    slot = -1;
            };
            for (StepOutput& output : step.outputs) {
                dropUnread(output.slot);
                for (std::int32_t& element : output.elements)
                    dropUnread(element);
            }
            for (auto operand = step.operands.rbegin(); operand != step.operands.rend(); ++operand) {
                // Moved at its last reading only, and never in a step on numbers, whose functions read in
                // place.
                if (operand->kind == Operand::Kind::Slot && !isNeededLater[operand->slot] && step.op)
                    operand->kind = Operand::Kind::LastUse;
                else
                    visitSlots(*operand, [&](std::uint32_t slot) {
                        if (!isNeededLater[slot])
                            step.freed.push_back(slot);
                    });
                visitSlots(*operand, need);
            }
        }
    }

    const ExportedProgram& m_program;
    std::unordered_map<std::string, std::uint32_t> m_slots, m_weightSlots;
    OperandBuilder m_operands;
    EagerPlan m_plan;
    std::uint32_t m_persistentSlots = 0;
};

} // namespace

Result<EagerPlan> makeEagerPlan(const ExportedProgram& program, at::Device device)
{
    return PlanBuilder(program, device).build();
}

} // namespace twintrace
