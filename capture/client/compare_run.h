// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/cancel_token.h"
#include "capture/client/compare_options.h"
#include "capture/client/compare_progress.h"
#include "core/base/result.h"
#include "core/model/session.h"

#include <filesystem>
#include <optional>

namespace twintrace
{

/// How a comparison ended.
struct CompareOutcome {
    Session session;              ///< what was finished, also after a failure or a cancel
    std::filesystem::path folder; ///< NAME.twintrace; empty when nothing could be written
    std::optional<Error>
        error; ///< why it stopped early: no model, no Python, Cancel …; a failed variant is none
};

/// Runs a whole comparison in the calling thread, which must not be the GUI's: prepare → compile with empty
/// caches → first call → first call of a fresh process → warm-up → alternating rounds → recorded pass, with
/// session.json written after every step. A variant that fails, crashes, hangs or eats memory never stops the
/// others.
[[nodiscard]] CompareOutcome runCompare(const CompareOptions& options, const CompareListener& listener,
                                        const CancelToken& cancel);

} // namespace twintrace
