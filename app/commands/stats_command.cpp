// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/stats_command.h"

#include "app/commands/report_error.h"
#include "core/analysis/trace_figures.h"
#include "core/export/figures_text.h"
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

struct StatsRequest {
    std::vector<std::string> files;
    std::string format = "text";
};

/// Joins the answers of all files: one JSON object for one file, an array for several.
std::string joined(const StatsRequest& request, const std::vector<std::string>& answers)
{
    std::string out;
    if (request.format == "csv")
        out = figuresCsvHeader();
    const bool isArray = request.format == "json" && request.files.size() > 1;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (isArray)
            out += i == 0 ? "[" : ",\n";
        else if (request.format == "text" && i > 0)
            out += "\n";
        out += answers[i];
    }
    if (isArray)
        out += "]";
    return request.format == "json" ? out + "\n" : out;
}

int runStats(const StatsRequest& request)
{
    std::vector<std::string> answers;
    for (const std::string& file : request.files) {
        Progress progress;
        const Result<TracePtr> trace = loadTrace(file, progress);
        if (!trace)
            return reportError(trace.error());
        const TraceFigures figures = figuresOf(**trace);
        answers.push_back(request.format == "json"  ? figuresJson(**trace, figures)
                          : request.format == "csv" ? figuresCsvRow(**trace, figures)
                                                    : figuresText(**trace, figures));
    }
    std::cout << joined(request, answers) << std::flush;
    return 0;
}

} // namespace

void addStatsCommand(CLI::App& app, int& exitCode)
{
    auto request = std::make_shared<StatsRequest>();
    CLI::App* command = app.add_subcommand("stats", "Print the figures of one or more traces");
    command->add_option("FILE", request->files, "Chrome trace JSON, plain, gzip or zip")->required();
    command->add_option("--format", request->format, "text, json or csv")
        ->check(CLI::IsMember({"text", "json", "csv"}));
    command->callback([request, &exitCode] { exitCode = runStats(*request); });
}

} // namespace twintrace
