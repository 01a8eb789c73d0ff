// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics.h"
#include "core/compare/break_even.h"
#include "core/model/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// One row of the variant table: a variant with its figures, held against the chosen baseline.
struct LatencyRow {
    std::string id, label;
    std::int64_t batch = 0;
    VariantStatus status = VariantStatus::Ok;
    std::string reason; ///< why it failed, was skipped, or counts for nothing
    bool isBaseline = false;
    std::optional<double> uncachedMs, cachedMs, medianUs, madUs;
    std::optional<Interval> medianInterval;
    std::int64_t outliers = 0; ///< samples beyond three scaled MADs
    double drift = 0;          ///< over all rounds, relative; 0 when not measured
    bool isSteady = false;
    std::optional<RatioEstimate> speedup; ///< against the baseline of the same batch
    std::optional<double> addedFirstCallMs;
    std::optional<BreakEven> breakEven;
};

/// Every variant of a session in one table against any baseline; rows in the session's order.
[[nodiscard]] std::vector<LatencyRow> latencyTable(const Session& session, std::string_view baseline);

} // namespace twintrace
