// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/gutter_painter.h"

#include "views/style/fonts.h"

#include <QPolygonF>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr double kIndent = 24;

template <class Visit>
void visitRows(const std::vector<Row>& rows, const QRectF& area, double scroll, Visit&& visit)
{
    for (const Row& row : rows) {
        const double top = area.top() + row.top - scroll;
        if (top + row.height < area.top())
            continue;
        if (top > area.bottom())
            break;
        visit(row, QRectF(area.left(), top, area.width(), row.height));
    }
}

void paintFold(const PaintContext& context, const QPointF& middle, bool isCollapsed)
{
    const QPolygonF open({middle + QPointF(-4, -2), middle + QPointF(4, -2), middle + QPointF(0, 3)});
    const QPolygonF closed({middle + QPointF(-2, -4), middle + QPointF(3, 0), middle + QPointF(-2, 4)});
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(context.theme.muted);
    context.painter.drawPolygon(isCollapsed ? closed : open);
    context.painter.setBrush(Qt::NoBrush);
}

} // namespace

void paintRowBackgrounds(const PaintContext& context)
{
    const TimelineZones& zones = context.zones;
    const Theme& theme = context.theme;
    if (zones.pinned.height() > 0)
        context.painter.fillRect(zones.pinned, withAlpha(theme.accentSoft, 0.5));
    context.painter.save();
    context.painter.setClipRect(zones.scrolled, Qt::IntersectClip);
    visitRows(context.scene.rows.scrolled, zones.scrolled, context.scene.scroll,
              [&](const Row& row, const QRectF& band) {
                  if (row.kind == RowKind::Process) {
                      context.painter.fillRect(band, theme.bar);
                      context.painter.fillRect(QRectF(band.left(), band.top(), band.width(), 1),
                                               theme.border);
                  } else {
                      context.painter.fillRect(QRectF(band.left(), band.bottom() + 1, band.width(), 1),
                                               withAlpha(theme.border, 0.5));
                  }
              });
    context.painter.restore();
}

GutterPainter::GutterPainter()
    : m_headings(uiFont(12, QFont::DemiBold)), m_names(uiFont(12)), m_notes(uiFont(11))
{
}

void GutterPainter::paintName(const PaintContext& context, const Row& row, const QRectF& band)
{
    const Theme& theme = context.theme;
    if (row.kind == RowKind::Process) {
        paintFold(context, QPointF(band.left() + 12, band.center().y()), row.isCollapsed);
        const QRectF area(band.left() + kIndent, band.top(), band.width() - kIndent - 4, band.height());
        m_headings.draw(context.painter, area, row.title, theme.text.rgb(), !context.isRaster);
        return;
    }
    const bool isCurrent = row.kind == RowKind::Track && row.track == context.scene.currentTrack;
    if (isCurrent && context.scene.hasFocus) {
        context.painter.fillRect(band, theme.accentSoft);
        context.painter.fillRect(QRectF(band.left(), band.top(), 3, band.height()), theme.accent);
    }
    const double height = row.kind == RowKind::Counter ? row.height : row.laneHeight;
    const bool canFold = row.kind == RowKind::Track && (row.laneCount > 1 || row.isCollapsed);
    if (canFold)
        paintFold(context, QPointF(band.left() + 18, band.top() + height / 2), row.isCollapsed);
    const double indent = kIndent + 6;
    const QRectF area(band.left() + indent, band.top(), band.width() - indent - (row.isPinned ? 18 : 8),
                      height);
    m_names.draw(context.painter, area, row.title, theme.text.rgb(), !context.isRaster);
    if (row.isPinned) {
        context.painter.setPen(Qt::NoPen);
        context.painter.setBrush(theme.accent);
        context.painter.drawEllipse(QPointF(band.right() - 10, band.top() + height / 2), 3.5, 3.5);
        context.painter.setBrush(Qt::NoBrush);
    }
}

void GutterPainter::paint(const PaintContext& context)
{
    const TimelineZones& zones = context.zones;
    const TimelineScene& scene = context.scene;
    const Theme& theme = context.theme;
    QPainter& painter = context.painter;
    const QRectF whole(0, 0, zones.scrolledGutter.width(), zones.scrolledGutter.bottom());
    painter.save();
    painter.setClipRect(whole, Qt::IntersectClip);
    const struct {
        const std::vector<Row>& rows;
        const QRectF& area;
        double scroll;
    } parts[] = {{scene.rows.scrolled, zones.scrolledGutter, scene.scroll},
                 {scene.rows.pinned, zones.pinnedGutter, 0}};
    for (const auto& part : parts) {
        painter.save();
        painter.setClipRect(part.area, Qt::IntersectClip);
        painter.fillRect(part.area, theme.bar);
        visitRows(part.rows, part.area, part.scroll, [&](const Row& row, const QRectF& band) {
            if (row.kind == RowKind::Process)
                painter.fillRect(QRectF(band.left(), band.top(), band.width(), 1), theme.border);
            paintName(context, row, band);
        });
        painter.restore();
    }
    if (zones.pinned.height() > 0)
        painter.fillRect(QRectF(0, zones.pinned.bottom() - 1, whole.width(), 1), theme.border);
    const QRectF title = zones.title.adjusted(7, 3, -8, 0);
    painter.fillRect(zones.title.united(zones.corner), theme.bar);
    const bool asText = !context.isRaster;
    std::string corner = scene.rows.hiddenCount > 0
                             ? std::to_string(scene.rows.hiddenCount) + " hidden (Shift+H)"
                             : std::string();
    if (title.height() > 20) {
        m_headings.draw(painter, QRectF(title.left(), title.top(), title.width(), 16),
                        scene.title.toStdString(), theme.text.rgb(), asText);
        m_notes.draw(painter, QRectF(title.left(), title.top() + 15, title.width(), 14),
                     scene.subtitle.toStdString(), theme.muted.rgb(), asText);
        m_notes.draw(painter, zones.corner.adjusted(7, 0, -8, 0), corner, theme.muted.rgb(), asText);
    } else {
        // Without an overview the title takes the corner beside the ruler.
        if (!corner.empty())
            corner = " · " + corner;
        m_headings.draw(painter, zones.corner.adjusted(7, 0, -8, 0), scene.title.toStdString() + corner,
                        theme.text.rgb(), asText);
    }
    painter.restore();
    painter.fillRect(QRectF(whole.right() - 1, 0, 1, whole.height()), theme.border);
}

} // namespace twintrace
