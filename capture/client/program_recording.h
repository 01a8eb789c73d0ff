// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/record_control.h"
#include "core/base/result.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// A CUDA program to be recorded, with its children.
struct ProgramToRecord {
    std::vector<std::string> command; ///< program and arguments; found on PATH like a shell would
    std::string output;               ///< file to write, ".gz" compresses
    std::optional<double> seconds;    ///< length of the window; none: until the program ends
    bool isWaiting = false;           ///< start paused, until `wish` becomes RecordControl::kRecord
};

struct ProgramRecording {
    int exitCode = 0;               ///< of the program; 128 + signal when one ended it
    bool isRecorded = false;        ///< at least one process was recorded
    std::string whyNot;             ///< a sentence with the remedy when nothing was
    std::vector<std::string> files; ///< the first is the output asked for, then one a further process
    std::vector<std::string> notes; ///< sentences about what is missing
    std::uint64_t kernels = 0;
    std::uint64_t launches = 0;
    std::uint64_t droppedRecords = 0;
};

/// Runs the program to its end with the recorder injected, whose library is beside this program. Blocks;
/// standard streams are the caller's. `wish` may be changed from a signal handler or another thread:
/// RecordControl::kRecord starts a waiting recording, kStop ends it (the program goes on). Fails only when
/// the program cannot be started at all.
[[nodiscard]] Result<ProgramRecording> recordProgram(const ProgramToRecord& program,
                                                     const std::atomic<std::uint32_t>* wish = nullptr,
                                                     std::atomic<std::int64_t>* programPid = nullptr);

/// libtwintrace_inject.so: TWINTRACE_INJECT, else beside this program, else lib/twintrace of an installation.
[[nodiscard]] std::string injectLibrary();

} // namespace twintrace
