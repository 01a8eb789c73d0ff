// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/commands/audit_command.h"
#include "app/commands/compare_command.h"
#include "app/commands/diff_command.h"
#include "app/commands/doctor_command.h"
#include "app/commands/record_command.h"
#include "app/commands/render_command.h"
#include "app/commands/stats_command.h"
#include "app/run_app.h"
#include "app/version.h"

#include <CLI/CLI.hpp>
#include <QApplication>

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{
namespace
{

constexpr int kUsageExit = 2;
constexpr int kUnsupportedExit = 5;

constexpr std::array kCommands{&addCompareCommand, &addDiffCommand,   &addStatsCommand, &addAuditCommand,
                               &addRecordCommand,  &addRenderCommand, &addDoctorCommand};

// Which application object a command line needs, known before Qt may be started.
enum class Front { Windows, Pictures, Text };

bool isCommand(const CLI::App& app, std::string_view word)
{
    return !app.get_subcommands([word](const CLI::App* command) { return command->get_name() == word; })
                .empty();
}

Front frontOf(int argc, char** argv, const CLI::App& app)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "-h" || word == "--help" || word == "--version")
            return Front::Text;
        if (word == "render")
            return Front::Pictures;
        if (isCommand(app, word))
            return Front::Text;
        if (!word.starts_with('-'))
            return Front::Windows;
    }
    return Front::Windows;
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

std::unique_ptr<QCoreApplication> makeApplication(Front front, int& argc, char** argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("twintrace"));
    QCoreApplication::setApplicationName(QStringLiteral("twintrace"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TWINTRACE_VERSION));
    if (front == Front::Text)
        return std::make_unique<QCoreApplication>(argc, argv);
    if (front == Front::Pictures && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QApplication>(argc, argv);
}

} // namespace

int runCommandLine(int argc, char** argv)
{
    int exitCode = 0;
    std::vector<std::string> files;
    CLI::App cli(
        "Twintrace: is the compiled model really faster than eager, where does the time go, and what did "
        "it cost to get there?",
        "twintrace");
    cli.add_option("file", files, "A trace, two traces to see side by side, or a session folder")
        ->expected(0, 2)
        ->type_name("FILE");
    cli.set_version_flag("--version", "twintrace " TWINTRACE_VERSION);
    for (const auto add : kCommands)
        add(cli, exitCode);
    cli.require_subcommand(0, 1);

    const Front front = frontOf(argc, argv, cli);
    if (front == Front::Windows && !hasDisplay()) {
        std::cerr
            << "twintrace: There is no display to open a window on; set DISPLAY, or use a command such as "
               "'twintrace stats FILE' ('twintrace --help' lists them).\n";
        return kUnsupportedExit;
    }
    const std::unique_ptr<QCoreApplication> application = makeApplication(front, argc, argv);
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = cli.exit(error);
        return code == 0 ? 0 : kUsageExit;
    }
    if (!cli.get_subcommands().empty())
        return exitCode;
    QStringList names;
    for (const std::string& file : files)
        names << QString::fromStdString(file);
    return runApp(static_cast<QApplication&>(*application), names);
}

} // namespace twintrace
