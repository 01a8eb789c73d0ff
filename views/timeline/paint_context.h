// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/time_scale.h"
#include "views/timeline/event_tone_rule.h"
#include "views/timeline/timeline_scene.h"

#include <QPainter>

namespace twintrace
{

/// What the parts of the painter share while one picture is drawn.
struct PaintContext {
    QPainter& painter;
    const TimelineScene& scene;
    TimelineZones zones;
    TimeScale scale;       ///< logical pixels, from zones.left()
    double resolution = 1; ///< pixels of the device per logical pixel
    bool isRaster = true;  ///< else a file of strokes and text (SVG, PDF): no pixel tricks, text stays text
    const ToneColors& tones;
    const Theme& theme;

    [[nodiscard]] double x(Nanoseconds time) const { return zones.left() + scale.pixelOf(time); }
    /// On whole pixels of the device, so that hairlines stay hairlines.
    [[nodiscard]] double snapped(double position) const;
};

[[nodiscard]] PaintContext makePaintContext(QPainter& painter, const QSizeF& size,
                                            const TimelineScene& scene);

/// A colour with another opacity.
[[nodiscard]] QColor withAlpha(QColor color, double alpha);

/// A place on the picture where an event is drawn, for outlines and arrows.
struct EventPlace {
    QRectF box;
    bool isVisible = false; ///< false: beyond an edge, or in a row that is not shown
};
/// Where an event is; boxes are at least `leastWidth` wide. Events of collapsed tracks lie in the one lane.
[[nodiscard]] EventPlace placeOf(const PaintContext& context, EventId event, double leastWidth = 1);

} // namespace twintrace
