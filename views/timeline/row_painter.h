// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/lane_painter.h"
#include "views/timeline/paint_context.h"

namespace twintrace
{

/// Draws the content of rows, right of the names: gaps, lanes and instants; counters and compile
/// marks are drawn by extra_row_painter.h.
class RowPainter
{
  public:
    explicit RowPainter(LabelPainter& labels) : m_labels(labels), m_lanes(labels) {}

    /// All rows of one area (pinned or scrolled) that are visible in it.
    void paint(const PaintContext& context, const std::vector<Row>& rows, const QRectF& area, double scroll);

  private:
    void paintTrack(const PaintContext& context, const Row& row, const QRectF& band);
    void paintGaps(const PaintContext& context, const Row& row, const QRectF& band);
    void paintInstants(const PaintContext& context, const Row& row, const QRectF& band);

    LabelPainter& m_labels;
    LanePainter m_lanes;
};

/// Gaps narrower than this are background.
inline constexpr double kGapPixels = 9;

} // namespace twintrace
