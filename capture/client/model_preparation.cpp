// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/model_preparation.h"

#include "capture/client/runner_build.h"
#include "capture/client/tool_locations.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace twintrace
{
namespace
{

namespace fs = std::filesystem;

bool isThere(const fs::path& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

void askForGpu(ChildProcess& child, const StepLimits& limits, Preparation& preparation)
{
    const Result<nlohmann::json> answer = child.askOther({{"do", "doctor"}}, "doctor", limits.hello);
    if (!answer || !answer->contains("facts"))
        return;
    const nlohmann::json& facts = (*answer)["facts"];
    if (const auto cuda = facts.find("cuda"); cuda != facts.end() && cuda->is_string())
        preparation.cuda = cuda->get<std::string>();
    if (const auto gpus = facts.find("gpus"); gpus != facts.end() && gpus->is_array() && !gpus->empty())
        preparation.gpu = gpus->front().value("name", "");
}

// What is left when the helper could not prepare the model: a package that runs as it is, or the Python
// module that was stored before the export failed.
std::optional<Preparation> withoutExport(const Error& error, const ChildProcess& child,
                                         const CompareOptions& options, const fs::path& folder)
{
    Preparation preparation;
    preparation.noExport = error;
    if (child.toldFailure() == protocol::FailureKind::Skipped && options.model.ends_with(".pt2")) {
        preparation.package = fs::absolute(options.model).string();
        preparation.noExport->code = ErrorCode::Unsupported;
        preparation.noPython = preparation.noExport;
        return preparation;
    }
    if (child.toldFailure() == protocol::FailureKind::Failed && isThere(folder / "python_model.pt") &&
        !isThere(folder / "model.pt2")) {
        preparation.pythonModel = (folder / "python_model.pt").string();
        return preparation;
    }
    return std::nullopt;
}

bool isRunnerWanted(const CompareOptions& options)
{
    const std::vector<std::string> ids =
        options.variants.empty() ? defaultVariants(options.device) : options.variants;
    return std::any_of(ids.begin(), ids.end(), [](const std::string& id) {
        const VariantKind* kind = findVariantKind(id);
        return kind != nullptr && kind->host == VariantHost::Runner;
    });
}

// A runner that the user named, or that does not say what it was built with, is taken as it is.
std::optional<Error> fitRunner(const CompareOptions& options, const RunContext& context,
                               const std::string& torch)
{
    if (!isRunnerWanted(options) || std::getenv("TWINTRACE_RUNNER") != nullptr)
        return std::nullopt;
    const RunnerNeed need{pythonProgram(), torch, isCudaDevice(options.device)};
    const std::optional<RunnerTorch> own = torchOfRunner(runnerProgram());
    if (!own || isFitting(*own, need))
        return std::nullopt;
    const RunnerBuildPlaces places = RunnerBuildPlaces::standard(context.children.folder().mark());
    fs::path runner = keptRunner(need, places);
    if (runner.empty()) {
        PhaseScope scope(context.listener, context.times, "", "runner", {},
                         "building twintrace-runner for torch " + torch + ", once on this machine");
        const Result<fs::path> built = buildRunner(need, places, context.children.cancelToken());
        if (!built) {
            scope.spoil();
            return built.error();
        }
        runner = *built;
    }
    context.children.useRunner(runner);
    return std::nullopt;
}

} // namespace

std::optional<Error> Preparation::refusal(const VariantKind& kind) const
{
    if (kind.host == VariantHost::Python)
        return pythonModel.empty() ? noPython : std::nullopt;
    if (noRunner)
        return noRunner;
    if (kind.needsPackage && !kind.wantsAutotune && !package.empty())
        return std::nullopt;
    return exported.empty() ? noExport : std::nullopt;
}

Result<Preparation> prepareModel(const CompareOptions& options, const RunContext& context,
                                 const PrivateFolder& folder)
{
    const StepLimits& limits = options.limits;
    Result<std::unique_ptr<ChildProcess>> started =
        context.children.startPython("the Python helper", "prepare");
    if (!started)
        return tl::unexpected(started.error());
    ChildProcess& child = **started;
    Result<protocol::HelloEvent> hello = tl::unexpected(Error{});
    {
        PhaseScope scope(context.listener, context.times, "", "start", {}, "Python imports torch");
        hello = child.hello(limits.hello);
    }
    if (!hello)
        return tl::unexpected(hello.error());
    protocol::PrepareCommand command;
    command.model = options.model;
    command.device = options.device;
    if (!options.dtype.empty())
        command.dtype = options.dtype;
    command.batch = options.batches;
    command.folder = folder.work().string();
    command.isDynamic = options.batches.size() > 1;
    const auto prepared = child.ask<protocol::PreparedEvent>(
        command, limits.prepare, forwardPhases(context.listener, context.times, ""));
    Preparation preparation;
    if (prepared) {
        preparation.model = prepared->model;
        preparation.exported = prepared->files.exported;
        preparation.package = prepared->files.package;
        preparation.pythonModel = prepared->files.pythonModel;
        preparation.exportMs = prepared->exportMs;
        preparation.batches = prepared->batches;
        if (preparation.batches.empty())
            preparation.batches.push_back({0, prepared->files.inputs, prepared->files.reference});
    } else if (std::optional<Preparation> rest =
                   withoutExport(prepared.error(), child, options, folder.work())) {
        preparation = std::move(*rest);
    } else {
        return tl::unexpected(prepared.error());
    }
    preparation.hello = *hello;
    if (isCudaDevice(options.device))
        askForGpu(child, limits, preparation);
    child.quit(limits.quit);
    preparation.noRunner = fitRunner(options, context, hello->torch);
    return preparation;
}

void describe(const Preparation& preparation, Session& session)
{
    if (!preparation.model.name.empty())
        session.model.name = preparation.model.name;
    session.model.parameters = preparation.model.parameters;
    session.model.inputs.clear();
    for (const protocol::ModelInput& input : preparation.model.inputs)
        session.model.inputs.push_back({input.name, input.dtype, input.shape});
    SessionEnvironment& environment = session.environment;
    environment.torch = preparation.hello.torch;
    environment.python = preparation.hello.python;
    environment.threads = preparation.hello.threads;
    environment.gpu = preparation.gpu;
    environment.cuda = preparation.cuda;
    if (environment.dtype.empty()) {
        const auto floating = std::find_if(
            session.model.inputs.begin(), session.model.inputs.end(),
            [](const TensorSpec& input) { return input.dtype.find("float") != std::string::npos; });
        if (floating != session.model.inputs.end())
            environment.dtype = floating->dtype;
    }
}

Result<protocol::CompiledEvent> compilePackage(const RunContext& context, const PrivateFolder& folder,
                                               const std::string& exported, bool isTuned,
                                               const std::string& variant,
                                               std::unique_ptr<ChildProcess> started)
{
    if (!started) {
        auto fresh = context.children.startPython("the compiling Python process",
                                                  isTuned ? "compile-tuned" : "compile");
        if (!fresh)
            return tl::unexpected(fresh.error());
        started = std::move(*fresh);
    }
    const StepLimits& limits = context.options.limits;
    {
        PhaseScope scope(context.listener, context.times, variant, "start", {}, "Python imports torch");
        if (const auto hello = started->hello(limits.hello); !hello)
            return tl::unexpected(hello.error());
    }
    protocol::CompileCommand command;
    command.exported = exported;
    command.package = (folder.work() / (isTuned ? "tuned.pt2" : "package.pt2")).string();
    command.device = context.options.device;
    command.options.maxAutotune = isTuned;
    // Fused CPU kernels are invisible to a recorder otherwise; on a GPU CUPTI sees them.
    command.options.kernelProfile = !isCudaDevice(context.options.device);
    auto compiled = started->ask<protocol::CompiledEvent>(
        command, limits.compile, forwardPhases(context.listener, context.times, variant));
    started->quit(limits.quit);
    return compiled;
}

} // namespace twintrace
