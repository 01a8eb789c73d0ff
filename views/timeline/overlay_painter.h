// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/ruler.h"
#include "views/timeline/paint_context.h"

#include <vector>

namespace twintrace
{

/// Behind the events: grid lines at the ruler's major ticks, every other iteration shaded.
void paintGrid(const PaintContext& context, const std::vector<RulerTick>& ticks);
/// The ruler itself: ticks, labels, iteration numbers, bookmarks' flags.
void paintRuler(const PaintContext& context, const std::vector<RulerTick>& ticks);
/// Over the events: arrows, outlines of hover, echo and selection, bookmarks, the marked range, the cursor
/// line.
void paintOverlays(const PaintContext& context);

/// The distance of two labels in the ruler.
inline constexpr double kTickPixels = 105;

} // namespace twintrace
