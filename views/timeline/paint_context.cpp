// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/paint_context.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace twintrace
{

double PaintContext::snapped(double position) const
{
    return std::round(position * resolution) / resolution;
}

PaintContext makePaintContext(QPainter& painter, const QSizeF& size, const TimelineScene& scene)
{
    const QPaintEngine* engine = painter.paintEngine();
    const bool isRaster = engine != nullptr && engine->type() == QPaintEngine::Raster;
    const TimelineZones zones = zonesOf(scene, size);
    // Strokes have no pixels; half a logical pixel is finer than any reader of a printed page sees.
    const double resolution = isRaster ? std::max(painter.deviceTransform().m11(), 0.25) : 2.0;
    return {painter,
            scene,
            zones,
            TimeScale(scene.window, zones.width()),
            resolution,
            isRaster,
            toneColors(*scene.theme),
            *scene.theme};
}

QColor withAlpha(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

EventPlace placeOf(const PaintContext& context, EventId event, double leastWidth)
{
    EventPlace place;
    const TimelineScene& scene = context.scene;
    if (!scene.index || !event || event.value() >= scene.index->trace().events.size())
        return place;
    const Trace& trace = scene.index->trace();
    const TrackId track = trace.trackOf(event);
    const Row* row = track ? scene.rows.find(track) : nullptr;
    if (row == nullptr)
        return place;
    const int lane = row->isCollapsed ? 0 : scene.index->laneOf(event);
    const QRectF& area = row->isPinned ? context.zones.pinned : context.zones.scrolled;
    const double top = area.top() + row->top - (row->isPinned ? 0 : scene.scroll) + lane * row->laneHeight;
    double left = context.x(trace.begin(event));
    double right = context.x(trace.end(event));
    if (right - left < leastWidth) {
        const double middle = (left + right) / 2;
        left = middle - leastWidth / 2;
        right = middle + leastWidth / 2;
    }
    // Far beyond the edges, numbers grow past what painters take.
    left = std::clamp(left, area.left() - 1000, area.right() + 1000);
    right = std::clamp(right, area.left() - 1000, area.right() + 1000);
    place.box = QRectF(left, top + 1, std::max(right - left, 0.0), row->laneHeight - 2);
    place.isVisible = place.box.right() >= area.left() && place.box.left() <= area.right() &&
                      place.box.bottom() > area.top() && place.box.top() < area.bottom();
    return place;
}

} // namespace twintrace
