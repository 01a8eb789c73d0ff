// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/charts/stacked_bars_chart.h"

#include <utility>
#include <vector>

namespace twintrace
{

/// export, compile, load, first run of each variant's uncached first call; the compile part split into its
/// phases where they are known.
[[nodiscard]] std::vector<BarRow> firstCallRows(const std::vector<SessionVariant>& variants);
/// One bar: the phases of an audited first call, by the helper's names and in ms.
[[nodiscard]] std::vector<BarRow> phaseRows(const std::vector<std::pair<QString, double>>& phasesMs);

/// What people read for a phase's name: "cpp_compile" -> "C++ compile".
[[nodiscard]] QString phaseTitle(const QString& name);
/// All titles in the order in which the phases happen, for the stack and the legend.
[[nodiscard]] QStringList phaseOrder();
/// The colour for a phase's title, the same in every session.
[[nodiscard]] QColor firstCallColour(const QString& title, const Theme& theme);

} // namespace twintrace
