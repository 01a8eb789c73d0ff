// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/record_control.h"

#include <optional>
#include <string>

namespace twintrace
{

/// What the environment asks of the recorder in this process.
struct RecordSettings {
    std::string file;                 ///< of this process
    std::optional<double> seconds;    ///< length of the window
    RecordControl* control = nullptr; ///< shared with the starter; null when there is none
};

/// None when the environment asks for nothing: the library was loaded by accident.
[[nodiscard]] std::optional<RecordSettings> readRecordSettings();

/// "python3": what the system calls this process.
[[nodiscard]] std::string programName();

} // namespace twintrace
