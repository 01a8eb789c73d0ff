// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trace_figures.h"
#include "core/model/trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// One figure of the contract: its key and its value as JSON text (a number or null), or plain text.
struct FigureField {
    std::string_view key;
    std::string value;
    bool isText = false;
};

/// container, gz_members, rank.
[[nodiscard]] std::vector<FigureField> headFields(const Trace& trace);
/// Every plain number of "twintrace.stats/1" in the contract's order.
[[nodiscard]] std::vector<FigureField> figureFields(const Trace& trace, const TraceFigures& figures);

} // namespace twintrace
