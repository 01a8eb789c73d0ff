// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/stacked_bars_chart.h"

#include <vector>

namespace twintrace
{

/// The rows of the per-forward charts, straight from the session's figures.
[[nodiscard]] std::vector<BarRow> kernelFamilyRows(const std::vector<SessionVariant>& variants);
[[nodiscard]] std::vector<BarRow> gapCauseRows(const std::vector<SessionVariant>& variants);
/// The measured calls of each variant in order, all rounds one after the other.
[[nodiscard]] std::vector<IterationSeries> callSeries(const Session& session);

/// Kernel families as the charts group them: "gemm", "attention", "elementwise", "fused" … for a family's
/// key.
[[nodiscard]] QString familyGroupTitle(const std::string& familyKey);
/// What people read for a gap cause's key: "host_wait" -> "host wait".
[[nodiscard]] QString causeTitleOfKey(const std::string& cause);

/// Colours for the keys of those rows.
[[nodiscard]] QColor kernelFamilyColour(const QString& family, const Theme& theme);
[[nodiscard]] QColor gapCauseColour(const QString& causeTitle, const Theme& theme);

} // namespace twintrace
