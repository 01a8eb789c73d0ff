// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace twintrace
{

/// The torch that a twintrace-runner was built against, as the file beside it says ("2.13.0+cpu cuda=OFF").
struct RunnerTorch {
    std::string version;
    bool hasCuda = false;
};

/// None when there is no such file: a runner that was put there by hand is taken as it is.
[[nodiscard]] std::optional<RunnerTorch> torchOfRunner(const std::filesystem::path& runner);

/// What the runner must be able to do. LibTorch has no stable C++ interface between versions, so the runner's
/// torch must be the Python's.
struct RunnerNeed {
    std::filesystem::path python;
    std::string torch; ///< of that Python: "2.14.1", with or without "+cu130"
    bool isCudaNeeded = false;
};

[[nodiscard]] bool isFitting(const RunnerTorch& runner, const RunnerNeed& need);

/// Where runners are kept, what they are built from, and how processes of this run are known.
struct RunnerBuildPlaces {
    std::filesystem::path cache;  ///< $XDG_CACHE_HOME/twintrace
    std::filesystem::path source; ///< the source tree with capture/runner in it
    std::string mark;             ///< "NAME=value" for the environment of what is started
    [[nodiscard]] static RunnerBuildPlaces standard(std::string mark);
};

/// A runner for that torch that was built earlier from the same sources; empty: there is none.
[[nodiscard]] std::filesystem::path keptRunner(const RunnerNeed& need, const RunnerBuildPlaces& places);

/// Configures and builds capture/runner alone into the cache folder: minutes. Cancel kills the compiler
/// within 0.1 s and leaves nothing behind.
[[nodiscard]] Result<std::filesystem::path>
buildRunner(const RunnerNeed& need, const RunnerBuildPlaces& places, const CancelToken& cancel);

} // namespace twintrace
