// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/label_painter.h"
#include "views/timeline/paint_context.h"

namespace twintrace
{

/// Draws a counter as a filled line that keeps its value until the next sample.
void paintCounterRow(const PaintContext& context, const Row& row, const QRectF& band);

/// Draws what torch.compile did: a box as wide as it cost, a diamond where it is narrow or the cost unknown.
void paintCompileRow(const PaintContext& context, const QRectF& band, LabelPainter& labels);

/// The colour of a kind of compile mark.
[[nodiscard]] QColor compileMarkColor(CompileMark::Kind kind, const Theme& theme);

} // namespace twintrace
