// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/diff_command.h"

#include "app/commands/gate_report.h"
#include "app/commands/report_error.h"
#include "app/trace_origins.h"
#include "core/compare/trace_comparison.h"
#include "core/export/comparison_text.h"
#include "core/import/load_trace.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace twintrace
{
namespace
{

struct DiffRequest {
    Paired<std::string> files;
    std::string format = "text";
    std::vector<std::string> gates;
};

std::string answerTo(const DiffRequest& request, const TraceComparison& comparison)
{
    if (request.format == "json")
        return comparisonJson(request.files, comparison) + "\n";
    if (request.format == "csv")
        return comparisonCsv(comparison);
    return request.format == "md" ? comparisonMarkdown(request.files, comparison)
                                  : comparisonText(request.files, comparison);
}

int runDiff(const DiffRequest& request)
{
    Progress progress;
    const Result<TracePtr> baseline = loadTrace(request.files.baseline, progress);
    if (!baseline)
        return reportError(baseline.error());
    const Result<TracePtr> candidate = loadTrace(request.files.candidate, progress);
    if (!candidate)
        return reportError(candidate.error());
    const TraceComparison comparison =
        compareTraces(Baseline<const Trace&>{**baseline}, Candidate<const Trace&>{**candidate},
                      {originLookup(*baseline), originLookup(*candidate)});
    std::cout << answerTo(request, comparison) << std::flush;
    return reportGates(request.gates, comparisonJson(request.files, comparison));
}

} // namespace

void addDiffCommand(CLI::App& app, int& exitCode)
{
    auto request = std::make_shared<DiffRequest>();
    CLI::App* command = app.add_subcommand("diff", "Hold two traces against each other");
    command->add_option("BASELINE", request->files.baseline, "The trace compared against (eager)")
        ->required();
    command->add_option("CANDIDATE", request->files.candidate, "The trace under judgement (compiled)")
        ->required();
    command->add_option("--gate", request->gates,
                        "Exit 1 unless this holds, for example: coverage.baseline_time >= 0.95");
    command->add_option("--format", request->format, "text, json, csv or md")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}));
    command->callback([request, &exitCode] { exitCode = runDiff(*request); });
}

} // namespace twintrace
