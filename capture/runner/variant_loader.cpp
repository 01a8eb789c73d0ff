// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/variant_loader.h"

#include "capture/runner/aot_runner.h"
#include "capture/runner/cudagraph_runner.h"
#include "capture/runner/device_sync.h"
#include "capture/runner/eager_executor.h"
#include "capture/runner/example_inputs.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace twintrace
{
namespace
{

using protocol::LoadCommand;

Result<void> applyInputs(ExportedProgram& program, const LoadCommand& command, at::Device device)
{
    return command.inputs.empty() ? Result<void>() : replaceExampleInputs(program, command.inputs, device);
}

Result<LoadedVariant> loadEager(const LoadCommand& command, at::Device device)
{
    const std::string& path = command.exported.empty() ? command.package : command.exported;
    auto archive = Pt2Archive::open(path);
    if (!archive)
        return tl::unexpected(std::move(archive.error()));
    LoadedVariant variant;
    variant.device = device;
    if (archive->programs().empty()) {
        variant.isSkipped = true;
        variant.skippedReason =
            path + " is an AOTInductor package without the exported program, so there is nothing "
                   "to run eagerly; give the .pt2 of torch.export.save too.";
        return variant;
    }
    auto program = readExportedProgram(*archive, device);
    if (!program)
        return tl::unexpected(std::move(program.error()));
    TWINTRACE_TRY(applyInputs(*program, command, device));
    auto runner = EagerExecutor::load(std::move(*program), device);
    if (!runner)
        return tl::unexpected(std::move(runner.error()));
    variant.runner = std::move(*runner);
    return variant;
}

// From the export beside the package, or from the package itself when it holds both.
Result<std::optional<ExportedProgram>> findExamples(const LoadCommand& command, const Pt2Archive& package,
                                                    at::Device device)
{
    std::optional<ExportedProgram> examples;
    if (!command.exported.empty() && command.exported != package.path()) {
        auto archive = Pt2Archive::open(command.exported);
        if (!archive)
            return tl::unexpected(std::move(archive.error()));
        auto program = readExampleInputs(*archive, device);
        if (!program)
            return tl::unexpected(std::move(program.error()));
        examples = std::move(*program);
    } else if (!package.programs().empty()) {
        auto program = readExampleInputs(package, device);
        if (!program)
            return tl::unexpected(std::move(program.error()));
        examples = std::move(*program);
    }
    if (examples)
        TWINTRACE_TRY(applyInputs(*examples, command, device));
    return examples;
}

Result<LoadedVariant> loadCompiled(const LoadCommand& command, at::Device device, StderrTail& errors)
{
    auto archive = Pt2Archive::open(command.package.empty() ? command.exported : command.package);
    if (!archive)
        return tl::unexpected(std::move(archive.error()));
    auto package = readAotPackage(*archive);
    if (!package)
        return tl::unexpected(std::move(package.error()));
    auto examples = findExamples(command, *archive, device);
    if (!examples)
        return tl::unexpected(std::move(examples.error()));
    const bool isGraph = command.variant == "aot-cudagraph";
    AotRunner::Request request;
    request.package = std::move(*package);
    request.examples = std::move(*examples);
    request.device = device;
    request.isSingleThreaded = isGraph;
    request.errors = &errors;
    const DeviceMemory before = deviceMemory(device);
    auto runner = AotRunner::load(std::move(request));
    if (!runner)
        return tl::unexpected(std::move(runner.error()));
    const DeviceMemory after = deviceMemory(device);
    LoadedVariant variant;
    variant.device = device;
    // AOTInductor takes the constants from the driver itself, so LibTorch's peak does not hold them.
    variant.constantBytes =
        std::max<std::int64_t>(0, after.taken - before.taken - (after.reserved - before.reserved));
    if (!isGraph) {
        variant.runner = std::move(*runner);
        return variant;
    }
    auto graph = makeCudaGraphRunner(std::move(*runner));
    if (!graph)
        return tl::unexpected(std::move(graph.error()));
    variant.runner = std::move(*graph);
    return variant;
}

} // namespace

Result<LoadedVariant> loadVariant(const LoadCommand& command, StderrTail& errors)
{
    if (command.threads > 0)
        at::set_num_threads(command.threads);
    auto device = selectDevice(command.device);
    if (!device)
        return tl::unexpected(std::move(device.error()));
    if (command.variant == "eager")
        return loadEager(command, *device);
    if (command.variant == "aot" || command.variant == "aot-cudagraph" || command.variant == "aot-autotune")
        return loadCompiled(command, *device, errors);
    return fail(ErrorCode::Usage, "twintrace-runner has no variant \"" + command.variant +
                                      "\"; it runs eager, aot, aot-cudagraph and aot-autotune.");
}

} // namespace twintrace
