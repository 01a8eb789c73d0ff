// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// `stats FILE.. [--format text|json|csv]`: the figures of one or more traces.
void addStatsCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
