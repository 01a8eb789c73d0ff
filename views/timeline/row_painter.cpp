// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/row_painter.h"

#include "core/base/format.h"
#include "views/style/palette.h"
#include "views/timeline/extra_row_painter.h"

#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

/// Diagonal lines, one brush for screens (a tile) and plain lines for files.
void paintHatch(const PaintContext& context, const QRectF& area, const QColor& color)
{
    constexpr double kPeriod = 6;
    QPainter& painter = context.painter;
    if (context.isRaster) {
        painter.fillRect(area, QBrush(color, Qt::BDiagPattern));
        return;
    }
    painter.setPen(QPen(color, 0.7));
    const double height = area.height();
    QVector<QLineF> lines;
    for (double x = std::ceil((area.left() - height) / kPeriod) * kPeriod; x < area.right(); x += kPeriod) {
        const double from = std::max(x, area.left());
        const double to = std::min(x + height, area.right());
        if (to > from)
            lines.append(QLineF(from, area.bottom() - (from - x), to, area.bottom() - (to - x)));
    }
    painter.drawLines(lines);
}

} // namespace

void RowPainter::paint(const PaintContext& context, const std::vector<Row>& rows, const QRectF& area,
                       double scroll)
{
    context.painter.save();
    context.painter.setClipRect(area, Qt::IntersectClip);
    for (const Row& row : rows) {
        const QRectF band(area.left(), area.top() + row.top - scroll, area.width(), row.height);
        if (band.bottom() < area.top())
            continue;
        if (band.top() > area.bottom())
            break;
        if (row.kind == RowKind::Track)
            paintTrack(context, row, band);
        else if (row.kind == RowKind::Counter)
            paintCounterRow(context, row, band);
        else if (row.kind == RowKind::Compile && context.scene.marks)
            paintCompileRow(context, band, m_labels);
    }
    context.painter.restore();
}

void RowPainter::paintTrack(const PaintContext& context, const Row& row, const QRectF& band)
{
    const TimelineScene& scene = context.scene;
    paintGaps(context, row, band);
    for (std::uint16_t lane = 0; lane < row.laneCount; ++lane) {
        const QRectF strip(band.left(), band.top() + lane * row.laneHeight, band.width(), row.laneHeight);
        if (strip.bottom() < context.zones.pinned.top() || strip.top() > context.zones.scrolled.bottom())
            continue;
        const bool hasHits = scene.hits != nullptr;
        if (!hasHits || !scene.showsOnlyHits)
            m_lanes.paint(context, *scene.index, scene.index->lane(row.track, lane), strip, hasHits);
        if (hasHits)
            m_lanes.paint(context, *scene.hits, scene.hits->lane(row.track, lane), strip, false);
    }
    paintInstants(context, row, band);
}

void RowPainter::paintGaps(const PaintContext& context, const Row& row, const QRectF& band)
{
    if (!context.scene.marks)
        return;
    const auto least = static_cast<Nanoseconds>(context.scale.nanosecondsPerPixel() * kGapPixels);
    context.scene.marks->gaps.visit(row.track, context.scene.window, least, [&](const GapMark& gap) {
        const double left = std::max(context.x(gap.window.begin), band.left());
        const double right = std::min(context.x(gap.window.end), band.right());
        if (right - left < kGapPixels - 1)
            return;
        const int lane = row.isCollapsed || !gap.after ? 0 : context.scene.index->laneOf(gap.after);
        const QRectF area(left + 1, band.top() + lane * row.laneHeight + 2, right - left - 2,
                          row.laneHeight - 4);
        const QColor color = gapCauseColor(nameOfCause(gap.cause), context.theme);
        paintHatch(context, area, withAlpha(color, 0.45));
        const std::string size = formatDuration(gap.window.duration());
        const QString text = QString::fromStdString(size + " · " + titleOfCause(gap.cause));
        const QFontMetricsF metrics(context.painter.font());
        double width = metrics.horizontalAdvance(text) + 10;
        QString shown = text;
        if (width > area.width()) {
            shown = QString::fromStdString(size);
            width = metrics.horizontalAdvance(shown) + 10;
        }
        if (width > area.width())
            return;
        const QRectF label(area.center().x() - width / 2, area.top(), width, area.height());
        context.painter.fillRect(label, context.theme.page);
        context.painter.setPen(context.theme.muted);
        context.painter.drawText(label, Qt::AlignCenter, shown);
    });
}

void RowPainter::paintInstants(const PaintContext& context, const Row& row, const QRectF& band)
{
    const std::span<const std::uint32_t> instants = context.scene.index->instants(row.track);
    const std::vector<Nanoseconds>& times = context.scene.index->trace().instants.time;
    const auto firstFrom = [&](auto from, Nanoseconds time) {
        return std::lower_bound(from, instants.end(), time,
                                [&times](std::uint32_t i, Nanoseconds value) { return times[i] < value; });
    };
    context.painter.setPen(Qt::NoPen);
    context.painter.setBrush(withAlpha(context.theme.text, 0.7));
    auto next = firstFrom(instants.begin(), context.scene.window.begin);
    double previousX = -100;
    while (next != instants.end() && times[*next] < context.scene.window.end) {
        const double x = context.snapped(context.x(times[*next]));
        // One mark every three pixels, however many instants there are.
        const auto following = firstFrom(next + 1, context.scale.timeAt(x - context.zones.left() + 3));
        const bool isAlone =
            x - previousX > 12 && (following == instants.end() || context.x(times[*following]) - x > 12);
        const double top = band.top();
        if (isAlone) {
            context.painter.drawPolygon(
                QPolygonF({QPointF(x - 3.5, top), QPointF(x + 3.5, top), QPointF(x, top + 6)}));
            context.painter.fillRect(QRectF(x - 0.5, top, 1, row.laneHeight - 1),
                                     withAlpha(context.theme.text, 0.45));
        } else {
            context.painter.fillRect(QRectF(x, top - 1, 1, 3), withAlpha(context.theme.text, 0.6));
        }
        previousX = x;
        next = following;
    }
    context.painter.setBrush(Qt::NoBrush);
}

} // namespace twintrace
