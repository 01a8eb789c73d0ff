// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/exported_program.h"

#include "capture/runner/tensor_file.h"
#include "capture/runner/weight_reader.h"

#include <cstring>

namespace twintrace
{
namespace
{

// The major number changes when an old reader would misread: 8 in torch 2.11 to 2.14.
constexpr int kSchemaMajor = 8;

GraphInput readInput(const nlohmann::json& specification, const nlohmann::json& tensors)
{
    GraphInput input;
    const auto weight = [&](const char* kind, const char* nameKey) {
        const auto found = specification.find(kind);
        if (found == specification.end())
            return false;
        input.kind = GraphInput::Kind::Weight;
        input.value = found->at("arg").at("name").get<std::string>();
        input.weight = found->at(nameKey).get<std::string>();
        return true;
    };
    if (weight("parameter", "parameter_name") || weight("buffer", "buffer_name") ||
        weight("tensor_constant", "tensor_constant_name"))
        return input;
    if (specification.contains("constant_input")) {
        input.kind = GraphInput::Kind::Constant;
        return input;
    }
    const auto user = specification.find("user_input");
    if (user == specification.end())
        throw std::runtime_error("the program has an input of the kind \"" + specification.begin().key() +
                                 "\", which cannot be run without Python");
    const nlohmann::json& argument = user->at("arg");
    if (argument.contains("as_tensor")) {
        input.value = argument["as_tensor"].at("name").get<std::string>();
        input.expected = readTensorMeta(tensors.at(input.value));
    } else if (argument.is_object() && !argument.empty() && argument.begin().key().starts_with("as_sym_")) {
        input.value = argument.begin()->value("as_name", std::string());
    }
    return input;
}

void readOutputs(const nlohmann::json& graph, const nlohmann::json& signature, ExportedProgram& program)
{
    const nlohmann::json& specifications = signature.at("output_specs");
    const nlohmann::json& values = graph.at("outputs");
    for (std::size_t at = 0; at < values.size() && at < specifications.size(); ++at) {
        const nlohmann::json& specification = specifications[at];
        if (specification.contains("user_output") || specification.contains("loss_output"))
            program.outputs.push_back(values[at]);
        else if (const auto buffer = specification.find("buffer_mutation"); buffer != specification.end())
            program.mutations.push_back({values[at], buffer->at("buffer_name").get<std::string>(), {}});
        else if (const auto weight = specification.find("parameter_mutation"); weight != specification.end())
            program.mutations.push_back({values[at], weight->at("parameter_name").get<std::string>(), {}});
        else if (const auto input = specification.find("user_input_mutation"); input != specification.end())
            program.mutations.push_back({values[at], {}, input->at("user_input_name").get<std::string>()});
    }
}

void readGraph(const nlohmann::json& json, ExportedProgram& program)
{
    const nlohmann::json& graph = json.at("graph_module").at("graph");
    const nlohmann::json& signature = json.at("graph_module").at("signature");
    program.torchVersion = json.value("torch_version", std::string());
    for (const nlohmann::json& specification : signature.at("input_specs"))
        program.inputs.push_back(readInput(specification, graph.at("tensor_values")));
    for (const nlohmann::json& node : graph.at("nodes"))
        program.nodes.push_back(readGraphNode(node));
    readOutputs(graph, signature, program);
    for (const auto& [symbol, range] : json.at("range_constraints").items()) {
        SymbolRange& limits = program.ranges[symbol];
        if (range.contains("min_val") && range["min_val"].is_number())
            limits.least = range["min_val"].get<std::int64_t>();
        if (range.contains("max_val") && range["max_val"].is_number())
            limits.most = range["max_val"].get<std::int64_t>();
    }
}

Result<void> readExamples(const Pt2Archive& archive, const std::string& model, at::Device device,
                          ExportedProgram& program)
{
    const std::string record = "data/sample_inputs/" + model + ".pt";
    if (!archive.has(record))
        return {};
    auto content = archive.bytes(record);
    if (!content)
        return tl::unexpected(content.error());
    std::vector<char> bytes(content->second);
    if (!bytes.empty())
        std::memcpy(bytes.data(), content->first.get(), bytes.size());
    auto leaves = bytes.empty() ? std::vector<c10::IValue>()
                                : readTensors(bytes, "the example inputs of " + archive.path());
    if (!leaves)
        return tl::unexpected(leaves.error());
    program.exampleInputs = std::move(*leaves);
    std::size_t at = 0;
    for (const GraphInput& input : program.inputs) {
        if (input.kind == GraphInput::Kind::Weight || at >= program.exampleInputs.size())
            continue;
        c10::IValue& value = program.exampleInputs[at++];
        if (value.isTensor() && input.expected && input.expected->device.is_cuda())
            value = value.toTensor().to(device.is_cuda() ? device : input.expected->device);
    }
    return {};
}

Result<ExportedProgram> read(const Pt2Archive& archive, at::Device device, bool wantsWeights)
{
    if (archive.programs().empty())
        return fail(ErrorCode::Unsupported,
                    archive.path() +
                        " is an AOTInductor package without the exported program, so there is nothing to "
                        "run eagerly; give the .pt2 of torch.export.save or file.py:function too.");
    auto model = archive.choose(archive.programs());
    if (!model)
        return tl::unexpected(model.error());
    auto text = archive.text("models/" + *model + ".json");
    if (!text)
        return tl::unexpected(text.error());
    ExportedProgram program;
    program.path = archive.path();
    try {
        const nlohmann::json json = nlohmann::json::parse(*text);
        const int major = json.at("schema_version").at("major").get<int>();
        if (major != kSchemaMajor)
            return fail(ErrorCode::Unsupported,
                        archive.path() + " was exported with schema version " + std::to_string(major) +
                            ", this program reads version " + std::to_string(kSchemaMajor) +
                            "; export the model again with the torch of this installation.");
        readGraph(json, program);
        if (wantsWeights)
            TWINTRACE_TRY(readWeights(archive, *model, device, program));
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Unreadable,
                    "The exported program in " + archive.path() +
                        " cannot be read; export the model again with the torch of this installation.",
                    exception.what());
    }
    TWINTRACE_TRY(readExamples(archive, *model, device, program));
    return program;
}

} // namespace

GraphNode readGraphNode(const nlohmann::json& json)
{
    GraphNode node;
    node.target = json.at("target").get<std::string>();
    node.inputs = json.at("inputs");
    node.outputs = json.at("outputs");
    const nlohmann::json& metadata = json.at("metadata");
    readStackTrace(metadata.value("stack_trace", std::string()), node.provenance);
    readModuleStack(metadata.value("nn_module_stack", std::string()), node.provenance);
    if (const auto name = json.find("name"); name != json.end() && name->is_string())
        node.provenance.node = name->get<std::string>();
    return node;
}

Result<ExportedProgram> readExportedProgram(const Pt2Archive& archive, at::Device device)
{
    return read(archive, device, true);
}

Result<ExportedProgram> readExampleInputs(const Pt2Archive& archive, at::Device device)
{
    return read(archive, device, false);
}

} // namespace twintrace
