// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/visible_boxes.h"
#include "views/timeline/label_painter.h"
#include "views/timeline/paint_context.h"

#include <QImage>

namespace twintrace
{

/// Draws the events of one lane: boxes with names where they are wide enough, else one line of pixels, as
/// high as the lane.
class LanePainter
{
  public:
    explicit LanePainter(LabelPainter& labels) : m_labels(labels) {}

    /// `isDimmed`: a search highlights other events.
    void paint(const PaintContext& context, const TimelineIndex& index, const EventLane& lane,
               const QRectF& band, bool isDimmed);

  private:
    void paintStrip(const PaintContext& context, const QRectF& band, bool isDimmed);
    void paintPixels(const PaintContext& context, const QRectF& area, const ToneColors::Strips& colors);
    void paintBoxes(const PaintContext& context, const Trace& trace, const QRectF& band, bool isDimmed);

    LabelPainter& m_labels;
    LaneBoxes m_found;
    QImage m_block; // the line of pixels, once for each row of the lane
};

} // namespace twintrace
