// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/compare_command.h"

#include "app/commands/gate_report.h"
#include "app/commands/interrupt.h"
#include "app/commands/report_error.h"
#include "app/commands/session_text.h"
#include "capture/client/compare_run.h"
#include "core/base/format.h"
#include "core/export/session_writer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace twintrace
{
namespace
{

constexpr int kVariantFailedExit = 4;

struct CompareRequest {
    CompareOptions options;
    std::string out;
    std::string format = "text";
    std::vector<std::string> gates;
    double limitSeconds = 0;
};

std::string duration(double ms)
{
    return formatDuration(static_cast<Nanoseconds>(std::llround(ms * 1e6)));
}

// One line a phase on standard error: at its end, and at its begin when it will take a while.
void tellPhase(const CompareListener::Phase& phase)
{
    const std::string name = (phase.variant.empty() ? "model" : phase.variant) + ": " + phase.phase;
    if (phase.isOver)
        std::cerr << "  " << name << ' ' << duration(phase.elapsedMs) << '\n';
    else if (phase.phase == "toolchain" || phase.estimateMs.value_or(0) > 5000)
        std::cerr << "  " << name << (phase.note.empty() ? "" : ", " + phase.note)
                  << (phase.estimateMs ? ", about " + duration(*phase.estimateMs) : "") << " …\n";
}

CompareListener progressOnStderr()
{
    CompareListener listener;
    listener.progressed = tellPhase;
    listener.variantEnded = [](const std::string& variant, VariantStatus status,
                               const std::string& sentence) {
        std::cerr << "  " << variant << ": " << variantStatusWord(status)
                  << (sentence.empty() ? "" : ", " + sentence) << '\n';
    };
    return listener;
}

void printFailures(const Session& session)
{
    for (const SessionVariant& variant : session.variants) {
        if (variant.status == VariantStatus::Failed) {
            const int ignored =
                reportError({ErrorCode::Failed, variant.label + ": " + variant.error, variant.errorDetail});
            static_cast<void>(ignored);
        }
    }
}

int runCompareCommand(CompareRequest request)
{
    request.options.outputFolder = request.out;
    if (request.limitSeconds > 0)
        request.options.limits.clampTo(
            std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(request.limitSeconds * 1000))));
    CancelToken cancel;
    const InterruptScope interrupt(cancel);
    const CompareOutcome outcome = runCompare(request.options, progressOnStderr(), cancel);

    const bool hasSession = !outcome.session.variants.empty();
    if (hasSession) {
        const std::string json = sessionText(outcome.session);
        std::cout << (request.format == "json" ? json : sessionSummaryText(outcome.session));
        if (request.format == "text" && !outcome.folder.empty())
            std::cout << "Session: " << outcome.folder.string() << '\n';
        std::cout << std::flush;
    }
    if (outcome.error)
        return reportError(*outcome.error);
    printFailures(outcome.session);
    const bool isAnyFailed =
        std::any_of(outcome.session.variants.begin(), outcome.session.variants.end(),
                    [](const SessionVariant& variant) { return variant.status == VariantStatus::Failed; });
    const int gateExit = reportGates(request.gates, sessionText(outcome.session));
    return isAnyFailed ? kVariantFailedExit : gateExit;
}

} // namespace

void addCompareCommand(CLI::App& app, int& exitCode)
{
    auto request = std::make_shared<CompareRequest>();
    request->options.model = "mlp";
    CLI::App* command = app.add_subcommand(
        "compare", "Run a model eagerly and compiled, measure and record both, and say which is faster");
    command->add_option("model", request->options.model, "mlp, transformer, a .pt2 file, or file.py:function")
        ->type_name("MODEL");
    command->add_option("--device", request->options.device, "cpu, cuda or cuda:N")->capture_default_str();
    command->add_option("--dtype", request->options.dtype,
                        "float32, bfloat16, float16 or float64; default: the model's own");
    command
        ->add_option("--batch", request->options.batches,
                     "One or more batch sizes; the first is the main one")
        ->delimiter(',')
        ->type_name("N[,N..]");
    command
        ->add_option(
            "--variants", request->options.variants,
            "Some of eager, aot, aot-cudagraph, aot-autotune, py-eager, py-default, py-reduce-overhead, "
            "py-max-autotune; one named twice runs in two processes; default: eager,aot (and aot-cudagraph "
            "on "
            "CUDA)")
        ->delimiter(',')
        ->type_name("a,b,..");
    command->add_option("--baseline", request->options.baseline, "The variant the others are held against")
        ->capture_default_str();
    command
        ->add_option("--out", request->out,
                     "The folder in which NAME.twintrace is made; default: the working folder")
        ->type_name("DIR");
    command
        ->add_option("--gate", request->gates,
                     "A condition that must hold, for example 'aot.speedup >= 1.2'; may be repeated")
        ->type_name("EXPR");
    command->add_option("--format", request->format, "What standard output gets")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    const std::map<std::string, Thoroughness> words{{"quick", Thoroughness::Quick},
                                                    {"normal", Thoroughness::Normal},
                                                    {"thorough", Thoroughness::Thorough}};
    command
        ->add_option("--thoroughness", request->options.thoroughness,
                     "quick, normal or thorough: how narrow the interval gets")
        ->transform(CLI::CheckedTransformer(words))
        ->type_name("WORD");
    command
        ->add_option("--threads", request->options.threads, "Threads of torch; default: torch's own choice")
        ->check(CLI::NonNegativeNumber);
    command
        ->add_option("--limit", request->limitSeconds,
                     "Stop a variant after so many seconds without a sign of life")
        ->check(CLI::PositiveNumber)
        ->type_name("SECONDS");
    command->callback([request, &exitCode] { exitCode = runCompareCommand(*request); });
}

} // namespace twintrace
