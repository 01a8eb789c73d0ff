// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/overlay_painter.h"

#include "core/base/format.h"
#include "views/style/fonts.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kNarrow = 6; // boxes below this width are marked with a solid stroke instead of an outline
constexpr double kBandPixels = 4;

double rowsTop(const TimelineZones& zones)
{
    return zones.pinned.top();
}

/// Calls `visit(band, index, left, right)` for iterations on screen that are wide enough to tell apart.
template <class Visit> void visitBands(const PaintContext& context, Visit&& visit)
{
    if (!context.scene.marks)
        return;
    const std::vector<IterationBand>& bands = context.scene.marks->marks.iterations;
    const TimeWindow window = context.scene.window;
    auto band = std::partition_point(bands.begin(), bands.end(),
                                     [&](const IterationBand& b) { return b.window.end <= window.begin; });
    for (; band != bands.end() && band->window.begin < window.end; ++band) {
        const double left = std::max(context.x(band->window.begin), context.zones.left());
        const double right =
            std::min(context.x(band->window.end), context.zones.left() + context.zones.width());
        if (context.scale.pixelsOf(band->window.duration()) >= kBandPixels)
            visit(*band, static_cast<std::size_t>(band - bands.begin()), left, right);
    }
}

void paintOutline(const PaintContext& context, EventId event, const QPen& pen, const QColor& narrowFill)
{
    const EventPlace place = placeOf(context, event, 3);
    if (!place.isVisible)
        return;
    const QRectF& area =
        place.box.center().y() < context.zones.scrolled.top() ? context.zones.pinned : context.zones.scrolled;
    context.painter.save();
    context.painter.setClipRect(area, Qt::IntersectClip);
    if (place.box.width() < kNarrow) {
        context.painter.fillRect(place.box.adjusted(0, -1, 0, 1), narrowFill);
    } else {
        const double inset = pen.widthF() / 2;
        context.painter.setBrush(Qt::NoBrush);
        context.painter.setPen(pen);
        context.painter.drawRect(place.box.adjusted(inset, inset - 1, -inset, 1 - inset));
    }
    context.painter.restore();
}

void paintLinks(const PaintContext& context)
{
    if (context.scene.links.empty())
        return;
    QPainter& painter = context.painter;
    painter.save();
    painter.setClipRect(context.zones.pinned.united(context.zones.scrolled), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    // Many arrows of one graph launch are drawn thinner, so that they stay a fan and do not become a blot.
    const double alpha = context.scene.links.size() > 40 ? 0.35 : 0.85;
    const QColor color = withAlpha(context.theme.bad, alpha);
    const Trace& trace = context.scene.index->trace();
    for (const EventLink& link : context.scene.links) {
        const EventPlace from = placeOf(context, link.from);
        const EventPlace to = placeOf(context, link.to);
        if (from.box.isNull() || to.box.isNull() || (from.box.right() < 0 && to.box.right() < 0))
            continue;
        const bool isDownward = to.box.top() >= from.box.top();
        const double startX =
            std::clamp(context.x(trace.begin(link.from)), from.box.left(), from.box.right());
        const QPointF start(startX, isDownward ? from.box.bottom() : from.box.top());
        const QPointF end(to.box.left(), isDownward ? to.box.top() : to.box.bottom());
        const double bend = (end.y() - start.y()) / 2;
        QPainterPath path(start);
        path.cubicTo(start + QPointF(0, bend), end - QPointF(0, bend), end);
        painter.setPen(QPen(color, link.isLaunch ? 1.2 : 1.0, link.isLaunch ? Qt::SolidLine : Qt::DashLine));
        painter.drawPath(path);
        const double tip = isDownward ? -5 : 5;
        painter.drawLine(end, end + QPointF(-3, tip));
        painter.drawLine(end, end + QPointF(3, tip));
    }
    painter.restore();
}

void paintTag(const PaintContext& context, const QPointF& topMiddle, const QString& text, const QColor& fill)
{
    const QFontMetricsF metrics(context.painter.font());
    const double width = metrics.horizontalAdvance(text) + 10;
    double left = topMiddle.x() - width / 2;
    left = std::clamp(left, context.zones.left(),
                      std::max(context.zones.left() + context.zones.width() - width, context.zones.left()));
    const QRectF box(left, topMiddle.y(), width, metrics.height() + 2);
    context.painter.fillRect(box, fill);
    context.painter.setPen(context.theme.accentText);
    context.painter.drawText(box, Qt::AlignCenter, text);
}

void paintRange(const PaintContext& context)
{
    if (!context.scene.range)
        return;
    const TimeWindow range = *context.scene.range;
    const TimelineZones& zones = context.zones;
    const double left =
        std::clamp(context.x(range.begin), zones.left() - 2, zones.left() + zones.width() + 2);
    const double right = std::clamp(context.x(range.end), zones.left() - 2, zones.left() + zones.width() + 2);
    const QRectF area(left, zones.ruler.top(), right - left, zones.scrolled.bottom() - zones.ruler.top());
    context.painter.fillRect(area, withAlpha(context.theme.accent, context.theme.isDark ? 0.16 : 0.10));
    context.painter.setPen(QPen(context.theme.accent, 1));
    context.painter.drawLine(QLineF(left, area.top(), left, area.bottom()));
    context.painter.drawLine(QLineF(right, area.top(), right, area.bottom()));
    if (left > zones.left() + zones.width() || right < zones.left())
        return;
    paintTag(context,
             QPointF((std::max(left, zones.left()) + std::min(right, zones.left() + zones.width())) / 2,
                     zones.ruler.top() + 3),
             QString::fromStdString(formatDuration(range.duration())), context.theme.accent);
}

void paintBookmarks(const PaintContext& context)
{
    for (const Bookmark& bookmark : context.scene.bookmarks) {
        const double left = context.x(bookmark.window.begin);
        const double right = context.x(bookmark.window.end);
        const double edge = context.zones.left() + context.zones.width();
        if (right < context.zones.left() || left > edge)
            continue;
        const QColor color = bookmark.isTemporary ? context.theme.accent : context.theme.warning;
        context.painter.setPen(QPen(color, 1, Qt::DashLine));
        for (const double x : {left, right}) {
            if (x >= context.zones.left() && x <= edge)
                context.painter.drawLine(
                    QLineF(x, context.zones.ruler.top(), x, context.zones.scrolled.bottom()));
        }
        if (left >= context.zones.left() && left <= edge) {
            const double top = context.zones.ruler.top() + 2;
            const QPolygonF flag({QPointF(left, top), QPointF(left + 8, top + 3.5), QPointF(left, top + 7)});
            context.painter.setPen(Qt::NoPen);
            context.painter.setBrush(color);
            context.painter.drawPolygon(flag);
            context.painter.setBrush(Qt::NoBrush);
        }
    }
}

void paintCursor(const PaintContext& context)
{
    if (!context.scene.cursor)
        return;
    const double x = context.snapped(context.x(*context.scene.cursor));
    if (x < context.zones.left() || x > context.zones.left() + context.zones.width())
        return;
    const QColor color = withAlpha(context.theme.text, 0.55);
    context.painter.fillRect(
        QRectF(x, context.zones.ruler.top(), 1, context.zones.scrolled.bottom() - context.zones.ruler.top()),
        color);
    const Nanoseconds since = saturatingSubtract(*context.scene.cursor, context.scene.zero);
    const auto step = static_cast<Nanoseconds>(std::max(context.scale.nanosecondsPerPixel(), 1.0));
    paintTag(context, QPointF(x, context.zones.ruler.top() + 3),
             QString::fromStdString(rulerLabel(since, step)), withAlpha(context.theme.accent, 1));
}

} // namespace

void paintGrid(const PaintContext& context, const std::vector<RulerTick>& ticks)
{
    const TimelineZones& zones = context.zones;
    const double height = zones.scrolled.bottom() - rowsTop(zones);
    visitBands(context, [&](const IterationBand&, std::size_t index, double left, double right) {
        if (index % 2 == 0)
            context.painter.fillRect(QRectF(left, rowsTop(zones), right - left, height),
                                     withAlpha(context.theme.accent, context.theme.isDark ? 0.07 : 0.045));
    });
    for (const RulerTick& tick : ticks) {
        if (tick.isMajor)
            context.painter.fillRect(QRectF(context.snapped(context.x(tick.time)), rowsTop(zones),
                                            1 / std::min(context.resolution, 1.0), height),
                                     context.theme.grid);
    }
}

void paintRuler(const PaintContext& context, const std::vector<RulerTick>& ticks)
{
    const QRectF& ruler = context.zones.ruler;
    if (ruler.height() <= 0)
        return;
    QPainter& painter = context.painter;
    painter.fillRect(ruler, context.theme.bar);
    painter.save();
    painter.setClipRect(ruler, Qt::IntersectClip);
    // Iterations first: numbers sit at the lower edge, under the times.
    visitBands(context, [&](const IterationBand& band, std::size_t index, double left, double right) {
        const QRectF area(left, ruler.bottom() - 4, std::max(right - left - 1, 1.0), 3);
        painter.fillRect(area, withAlpha(context.theme.accent, index % 2 == 0 ? 0.75 : 0.4));
        (void)band;
    });
    for (const RulerTick& tick : ticks) {
        const double x = context.snapped(context.x(tick.time));
        painter.fillRect(QRectF(x, ruler.top(), 1, tick.isMajor ? 7 : 3), context.theme.muted);
        if (!tick.isMajor)
            continue;
        painter.setPen(context.theme.muted);
        painter.drawText(QRectF(x + 4, ruler.top(), kTickPixels, ruler.height() - 5),
                         Qt::AlignVCenter | Qt::AlignLeft, QString::fromStdString(tick.label));
    }
    painter.restore();
    painter.fillRect(QRectF(ruler.left(), ruler.bottom() - 1, ruler.width(), 1), context.theme.border);
}

void paintOverlays(const PaintContext& context)
{
    const Theme& theme = context.theme;
    paintLinks(context);
    for (const EventId event : context.scene.selection)
        paintOutline(context, event, QPen(theme.isDark ? QColor(Qt::white) : theme.text, 2), theme.bad);
    if (context.scene.hovered)
        paintOutline(context, context.scene.hovered, QPen(withAlpha(theme.text, 0.8), 1.2), theme.text);
    if (context.scene.echoed)
        paintOutline(context, context.scene.echoed, QPen(theme.bad, 2, Qt::DashLine), theme.bad);
    paintRange(context);
    paintBookmarks(context);
    paintCursor(context);
}

} // namespace twintrace
