// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/visible_boxes.h"
#include "views/timeline/paint_context.h"

#include <QImage>

#include <vector>

namespace twintrace
{

/// The whole trace in one strip: CPU side above, device work below, the window outlined. What it shows
/// depends only on the trace and the width, so it is found once and kept.
class OverviewPainter
{
  public:
    void paint(const PaintContext& context);

  private:
    struct Pixel {
        float coverage = 0;
        float longest = -1;
        Tone tone = 0;
    };
    void find(const PaintContext& context, int width);
    void paintLines(QPainter& painter, const QRectF& area, const ToneColors& tones) const;
    static void paintWindow(const PaintContext& context);

    const TimelineIndex* m_index = nullptr;
    TimeWindow m_limits;
    std::vector<Pixel> m_host;
    std::vector<Pixel> m_device;
    LaneBoxes m_found;
    const Theme* m_theme = nullptr; // of the picture
    QImage m_picture;
};

} // namespace twintrace
