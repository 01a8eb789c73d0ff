// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// Adds `twintrace compare` to the command line; its callback leaves the exit code in `exitCode`.
void addCompareCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
