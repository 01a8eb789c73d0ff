// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/label_painter.h"
#include "views/timeline/paint_context.h"

namespace twintrace
{

/// Headings of processes over the whole width, behind the rows' content, and the hairlines between rows.
void paintRowBackgrounds(const PaintContext& context);
/// Names of rows, fold marks, pins, the trace's title.
class GutterPainter
{
  public:
    GutterPainter();
    void paint(const PaintContext& context);

  private:
    void paintName(const PaintContext& context, const Row& row, const QRectF& band);

    LabelPainter m_headings;
    LabelPainter m_names;
    LabelPainter m_notes;
};

} // namespace twintrace
