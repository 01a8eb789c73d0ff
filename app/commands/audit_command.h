// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// Adds `twintrace audit` to the command line; its callback leaves the exit code in `exitCode`.
void addAuditCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
