// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace twintrace
{

/// Runs the whole program: a subcommand when one is named, else the app with the files given.
/// Gives the exit code of the contract (0 done, 1 gate failed, 2 usage, 3 unreadable, 4 variant failed, 5
/// unsupported).
[[nodiscard]] int runCommandLine(int argc, char** argv);

} // namespace twintrace
