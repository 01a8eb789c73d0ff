// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// `twintrace render FILE|SESSION [CANDIDATE] -o OUT.png|svg|pdf`: every picture of the app without a window.
/// Needs a QApplication (offscreen).
void addRenderCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
