// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/doctor_command.h"

#include "capture/client/machine_probe.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace twintrace
{
namespace
{

std::string textOf(const MachineReport& report)
{
    std::string text = (report.cpu.empty() ? "CPU" : report.cpu) + ", " + std::to_string(report.cores) +
                       (report.cores == 1 ? " core" : " cores") +
                       (report.isa.empty() ? "" : ", " + report.isa) + "\n\n";
    for (const Capability& capability : report.capabilities) {
        text += std::string(capability.isOk         ? "  ok    "
                            : capability.isOptional ? "  –     "
                                                    : "  FAIL  ") +
                capability.title + ": " + (capability.isOk ? capability.found : capability.problem) + "\n";
        if (!capability.isOk && !capability.remedy.empty())
            text += "        " + capability.remedy + "\n";
    }
    text += report.canUseGpu()    ? "\nThis machine can compare on the GPU and the CPU.\n"
            : report.canCompare() ? "\nThis machine can compare on the CPU.\n"
                                  : "\nThis machine cannot compare yet; it can open traces.\n";
    return text;
}

std::string jsonOf(const MachineReport& report)
{
    using Json = nlohmann::ordered_json;
    const auto orNull = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json capabilities = Json::array();
    for (const Capability& capability : report.capabilities)
        capabilities.push_back({{"id", capability.id},
                                {"title", capability.title},
                                {"ok", capability.isOk},
                                {"optional", capability.isOptional},
                                {"found", orNull(capability.found)},
                                {"problem", orNull(capability.problem)},
                                {"remedy", orNull(capability.remedy)}});
    const Json document = {{"schema", "twintrace.doctor/1"},
                           {"cpu", orNull(report.cpu)},
                           {"isa", orNull(report.isa)},
                           {"cores", report.cores},
                           {"gpus", report.gpus},
                           {"driver", orNull(report.driver)},
                           {"cuda", orNull(report.cuda)},
                           {"cupti", orNull(report.cupti)},
                           {"torch", orNull(report.torch)},
                           {"python", orNull(report.python)},
                           {"can_compare", report.canCompare()},
                           {"can_use_gpu", report.canUseGpu()},
                           {"capabilities", capabilities}};
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

void addDoctorCommand(CLI::App& app, int& exitCode)
{
    auto format = std::make_shared<std::string>("text");
    CLI::App* command =
        app.add_subcommand("doctor", "Say what this machine can do, and the remedy for what it cannot");
    command->add_option("--format", *format, "What standard output gets")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str();
    command->callback([format, &exitCode] {
        const MachineReport report = probeMachine();
        std::cout << (*format == "json" ? jsonOf(report) : textOf(report)) << std::flush;
        exitCode = 0;
    });
}

} // namespace twintrace
