// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace twintrace
{

/// The four named checks that a compiled model is held against. What was not measured is not ok and says so.

/// "compiled_at_least_0_90x_eager": compiled reaches 0.90 of eager's speed in steady state.
[[nodiscard]] SessionCheck checkCompiledSpeed(std::string_view candidate, std::string_view baseline,
                                              std::optional<double> speedup);
/// "compile_warmup_at_least_eager": compiling makes the first call dearer. When it does not, what ran was not
/// compiled.
[[nodiscard]] SessionCheck checkCompileWarmUp(std::string_view candidate, std::string_view baseline,
                                              std::optional<double> candidateMs,
                                              std::optional<double> baselineMs);
/// "clean_at_most_one_graph": the model compiles into one graph.
[[nodiscard]] SessionCheck checkCleanGraphs(std::optional<std::int64_t> graphs);
/// "broken_more_than_clean": the same model with a graph break gives more graphs, so breaks are really seen.
[[nodiscard]] SessionCheck checkBrokenGraphs(std::optional<std::int64_t> broken,
                                             std::optional<std::int64_t> clean);

} // namespace twintrace
