// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI
{
class App;
}

namespace twintrace
{

/// `record [-o FILE] [--for SECONDS] [--wait] -- PROGRAM ARGS..`: records any CUDA program and its children.
void addRecordCommand(CLI::App& app, int& exitCode);

} // namespace twintrace
