// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <string>
#include <string_view>

namespace twintrace
{

/// Fills `session.comparisons` (every measured variant against the baseline of the same batch) and the checks
/// that the session's own figures decide (compiled speed, compile warm-up); checks from an audit that stand
/// there already are kept. A variant whose outputs are wrong gets no speed-up: a fast wrong answer is none.
/// May be called again with another baseline. `baseline` is a variant id; an unknown one gives no
/// comparisons.
void judge(Session& session, std::string_view baseline = "eager");

/// The one sentence of the results page: "Compiled (aot) is 2.61× faster than eager in steady state (2.52×
/// to 2.70×); the first call costs 41.2 s more; pays back after 26,000 calls." Says so when nothing can be
/// told, when the two cannot be told apart, when a figure is not steady, or when outputs are wrong.
[[nodiscard]] std::string verdictSentence(const Session& session);

/// The sentence for one comparison of the session.
[[nodiscard]] std::string verdictSentence(const Session& session, const SessionComparison& comparison);

/// The comparison that the session's sentence is about: of the first batch, `aot` if it is there, else the
/// first one that has a speed-up, else the first; null when there is none.
[[nodiscard]] const SessionComparison* mainComparison(const Session& session);

/// The variant with this id and batch; null when the session has none.
[[nodiscard]] const SessionVariant* findVariant(const Session& session, std::string_view id,
                                                std::int64_t batch);

} // namespace twintrace
