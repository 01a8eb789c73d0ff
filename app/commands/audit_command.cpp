// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/audit_command.h"

#include "app/commands/audit_text.h"
#include "app/commands/gate_report.h"
#include "app/commands/interrupt.h"
#include "app/commands/report_error.h"
#include "capture/client/audit_run.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace twintrace
{
namespace
{

struct AuditRequest {
    AuditOptions options;
    std::string format = "text";
    std::vector<std::string> gates;
};

int runAuditCommand(const AuditRequest& request)
{
    CancelToken cancel;
    const InterruptScope interrupt(cancel);
    const auto tell = [](const protocol::PhaseEvent& phase) {
        if (phase.state == protocol::PhaseState::Begin)
            std::cerr << "  " << phase.phase << (phase.note.empty() ? "" : ", " + phase.note) << " …\n";
    };
    const Result<std::string> audit = runAudit(request.options, tell, cancel);
    if (!audit)
        return reportError(audit.error());
    std::cout << (request.format == "json" ? *audit
                                           : auditText(nlohmann::json::parse(*audit, nullptr, false)))
              << std::flush;
    return reportGates(request.gates, *audit);
}

} // namespace

void addAuditCommand(CLI::App& app, int& exitCode)
{
    auto request = std::make_shared<AuditRequest>();
    AuditOptions& options = request->options;
    CLI::App* command = app.add_subcommand(
        "audit", "Say what torch.compile makes of a function: graph breaks, recompiles, generated code");
    command->add_option("model", options.model, "file.py:function, mlp or transformer")
        ->required()
        ->type_name("MODEL");
    command
        ->add_option("--mode", options.mode, "torch.compile's mode: default, reduce-overhead or max-autotune")
        ->capture_default_str();
    command->add_option("--device", options.device, "cpu, cuda or cuda:N")->capture_default_str();
    command->add_option("--dtype", options.dtype,
                        "float32, bfloat16, float16 or float64; default: the model's own");
    command
        ->add_option("--batch", options.batches,
                     "Batch sizes to call one after the other; default: the audit's own list")
        ->delimiter(',')
        ->type_name("N[,N..]");
    command->add_flag("--dynamic", options.isDynamic, "Compile with dynamic shapes");
    command
        ->add_option("--gate", request->gates,
                     "A condition that must hold, for example clean_at_most_one_graph; may be repeated")
        ->type_name("EXPR");
    command->add_option("--format", request->format, "What standard output gets")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->callback([request, &exitCode] { exitCode = runAuditCommand(*request); });
}

} // namespace twintrace
