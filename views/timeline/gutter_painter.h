// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/paint_context.h"

namespace twintrace
{

/// Headings of processes over the whole width, behind the rows' content, and the hairlines between rows.
void paintRowBackgrounds(const PaintContext& context);
/// Names of rows, fold marks, pins, the trace's title.
void paintGutter(const PaintContext& context);

} // namespace twintrace
