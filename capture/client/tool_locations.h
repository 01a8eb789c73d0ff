// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace twintrace
{

/// Where the programs and files beside us are. Empty when they are nowhere; never checked for working.

/// The Python used: TWINTRACE_PYTHON, else the one stored when the build was configured, else .venv beside
/// the source.
[[nodiscard]] std::filesystem::path pythonProgram();
/// The folder that holds the package twintrace_capture: TWINTRACE_CAPTURE_PYTHON, share/twintrace/python of
/// an installation, else the source tree.
[[nodiscard]] std::filesystem::path capturePackageFolder();
/// twintrace-runner: TWINTRACE_RUNNER, else beside this program, else libexec/twintrace of an installation.
[[nodiscard]] std::filesystem::path runnerProgram();
/// twintrace-guard, searched like the runner.
[[nodiscard]] std::filesystem::path guardProgram();

} // namespace twintrace
