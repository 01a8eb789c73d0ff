// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/record_command.h"

#include "app/commands/report_error.h"
#include "capture/client/program_recording.h"
#include "core/base/format.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <iostream>
#include <memory>
#include <string>

namespace twintrace
{
namespace
{

constexpr int kUnsupportedExit = 5;

// What signals change; atomics without locks may be touched in a handler.
std::atomic<std::uint32_t> g_wish{RecordControl::kRecord};
std::atomic<std::int64_t> g_program{0};

void onStart(int)
{
    g_wish = RecordControl::kRecord;
}

void onStop(int)
{
    g_wish = RecordControl::kStop;
}

void onForward(int signal)
{
    if (const std::int64_t pid = g_program; pid > 0)
        ::kill(static_cast<pid_t>(pid), signal);
}

void installSignals()
{
    struct sigaction action {
    };
    const auto set = [&](int signal, void (*handler)(int)) {
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    };
    set(SIGUSR1, &onStart);
    set(SIGUSR2, &onStop);
    set(SIGTERM, &onForward);
    set(SIGHUP, &onForward);
    // The terminal sends these to the program as well; it decides what they mean.
    set(SIGINT, SIG_IGN);
    set(SIGQUIT, SIG_IGN);
}

// Everything goes to standard error: standard output is the program's.
void tell(const ProgramRecording& recording)
{
    const auto say = [](const std::string& sentence) { std::cerr << "twintrace: " << sentence << '\n'; };
    if (!recording.isRecorded) {
        say(recording.whyNot);
        return;
    }
    for (const std::string& file : recording.files)
        say("recorded " + file);
    say(formatCount(static_cast<std::int64_t>(recording.kernels)) + " kernels, " +
        formatCount(static_cast<std::int64_t>(recording.launches)) + " launches");
    if (recording.droppedRecords > 0)
        say(formatCount(static_cast<std::int64_t>(recording.droppedRecords)) + " GPU records dropped");
    for (const std::string& note : recording.notes)
        say(note);
}

int runRecord(const ProgramToRecord& program)
{
    g_wish = program.isWaiting ? RecordControl::kWait : RecordControl::kRecord;
    installSignals();
    const auto recording = recordProgram(program, &g_wish, &g_program);
    if (!recording)
        return reportError(recording.error());
    tell(*recording);
    return recording->isRecorded ? recording->exitCode : kUnsupportedExit;
}

} // namespace

void addRecordCommand(CLI::App& app, int& exitCode)
{
    auto program = std::make_shared<ProgramToRecord>();
    auto seconds = std::make_shared<double>(0);
    program->output = "recording.json.gz";
    CLI::App* command =
        app.add_subcommand("record", "Record the GPU work of any CUDA program and of its children");
    command->footer(
        "Kernels, copies, launches, synchronisations and NVTX ranges go to FILE, one file a process. The "
        "signal USR1 starts a recording that waits, USR2 ends the recording; the program goes on.");
    command->add_option("-o,--output", program->output, "File to write; .gz compresses")
        ->type_name("FILE")
        ->capture_default_str();
    command->add_option("--for", *seconds, "Record this long from the start of CUDA, instead of to the end")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber);
    command->add_flag("--wait", program->isWaiting, "Wait with the recording for the signal USR1");
    command->add_option("program", program->command, "The program and its arguments, after --")
        ->required()
        ->type_name("PROGRAM ARGS..");
    command->callback([program, seconds, &exitCode] {
        if (*seconds > 0)
            program->seconds = *seconds;
        exitCode = runRecord(*program);
    });
}

} // namespace twintrace
