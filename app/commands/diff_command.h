// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// `diff BASELINE CANDIDATE [--gate EXPR] [--format text|json|csv|md]`: two traces held against each other.
void addDiffCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
