// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_scene.h"

#include <algorithm>

namespace twintrace
{

TimelineZones zonesOf(const TimelineScene& scene, const QSizeF& size)
{
    // On very narrow windows the names give way first.
    const double gutter = std::min(scene.gutterWidth, size.width() * 0.4);
    const double width = std::max(size.width() - gutter, 1.0);
    const double overview = scene.showsOverview ? kOverviewHeight : 0;
    const double ruler = scene.showsRuler ? kRulerHeight : 0;
    const double top = overview + ruler;
    const double pinned =
        std::clamp(scene.rows.pinnedHeight, 0.0, std::max((size.height() - top) * 0.6, 0.0));
    const double rest = std::max(size.height() - top - pinned, 0.0);
    TimelineZones zones;
    zones.title = QRectF(0, 0, gutter, overview);
    zones.overview = QRectF(gutter, 0, width, overview);
    zones.corner = QRectF(0, overview, gutter, ruler);
    zones.ruler = QRectF(gutter, overview, width, ruler);
    zones.pinnedGutter = QRectF(0, top, gutter, pinned);
    zones.pinned = QRectF(gutter, top, width, pinned);
    zones.scrolledGutter = QRectF(0, top + pinned, gutter, rest);
    zones.scrolled = QRectF(gutter, top + pinned, width, rest);
    return zones;
}

} // namespace twintrace
