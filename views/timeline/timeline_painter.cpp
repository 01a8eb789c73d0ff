// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_painter.h"

#include "core/timeline/ruler.h"
#include "views/style/fonts.h"
#include "views/timeline/overlay_painter.h"
#include "views/timeline/paint_context.h"

namespace twintrace
{

TimelinePainter::TimelinePainter() : m_labels(uiFont(11)), m_rows(m_labels) {}

void TimelinePainter::paint(QPainter& painter, const QSizeF& size, const TimelineScene& scene)
{
    painter.save();
    const PaintContext context = makePaintContext(painter, size, scene);
    painter.setClipRect(QRectF(QPointF(0, 0), size), Qt::IntersectClip);
    painter.fillRect(QRectF(QPointF(0, 0), size), scene.theme->page);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(uiFont(11));
    if (!scene.index || (scene.rows.scrolled.empty() && scene.rows.pinned.empty())) {
        painter.setPen(scene.theme->muted);
        painter.setFont(uiFont(13));
        painter.drawText(QRectF(QPointF(0, 0), size).adjusted(20, 20, -20, -20),
                         Qt::AlignCenter | Qt::TextWordWrap, scene.emptyText);
        painter.restore();
        return;
    }
    const std::vector<RulerTick> ticks = rulerTicks(context.scale, kTickPixels, scene.zero);
    paintRowBackgrounds(context);
    paintGrid(context, ticks);
    painter.setFont(uiFont(11));
    m_rows.paint(context, scene.rows.scrolled, context.zones.scrolled, scene.scroll);
    m_rows.paint(context, scene.rows.pinned, context.zones.pinned, 0);
    paintRuler(context, ticks);
    paintOverlays(context);
    m_overview.paint(context);
    m_gutter.paint(context);
    if (!scene.frameTime.isEmpty()) {
        const QRectF box(size.width() - 190, context.zones.ruler.bottom() + 4, 184, 18);
        painter.setFont(uiFont(11));
        painter.fillRect(box, scene.theme->bar);
        painter.setPen(scene.theme->muted);
        painter.drawText(box, Qt::AlignCenter, scene.frameTime);
    }
    painter.restore();
}

} // namespace twintrace
