// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace twintrace
{

/// Whether a condition of `--gate` holds, and the sentence that says so with the figure found.
struct GateOutcome {
    bool passed = false;
    std::string sentence;
};

/// Judges one condition over the JSON text of a session ("twintrace.session/1") or a diff
/// ("twintrace.diff/1").
///   aot.speedup >= 1.2                  a field of the comparison whose candidate is aot
///   variants.aot.steady.median_us < 900 a field of a variant; list elements as .0 or [0]
///   coverage.baseline_time >= 0.95      any path from the top (diff)
///   clean_at_most_one_graph             a check of the session
/// Operators: >= <= > < == !=. A value on the right may be a number, true, false, or a word.
/// `break_even_calls` that is null means "never" and is larger than every number; any other null fails the
/// gate. Usage error when the condition cannot be read, or names something that the document does not have.
[[nodiscard]] Result<GateOutcome> judgeGate(std::string_view condition, std::string_view documentText);

} // namespace twintrace
