// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/gutter_painter.h"
#include "views/timeline/label_painter.h"
#include "views/timeline/overview_painter.h"
#include "views/timeline/row_painter.h"
#include "views/timeline/timeline_scene.h"

#include <QSizeF>

class QPainter;

namespace twintrace
{

/// Draws a scene on any painter: the screen, a PNG, an SVG, a PDF. Keeps caches between frames, but what it
/// draws depends on the scene and the size alone.
class TimelinePainter
{
  public:
    TimelinePainter();

    void paint(QPainter& painter, const QSizeF& size, const TimelineScene& scene);

  private:
    LabelPainter m_labels;
    RowPainter m_rows;
    OverviewPainter m_overview;
    GutterPainter m_gutter;
};

} // namespace twintrace
