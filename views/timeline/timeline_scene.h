// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/row_layout.h"
#include "core/timeline/selection_links.h"
#include "core/timeline/timeline_index.h"
#include "core/timeline/timeline_marks.h"
#include "views/style/theme.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace twintrace
{

/// Marks of a trace with their index; shared, since pictures outlive windows.
struct IndexedMarks {
    TimelineMarks marks;
    GapIndex gaps;
};
using MarksPtr = std::shared_ptr<const IndexedMarks>;

/// Everything that one picture of a timeline shows: on screen, in a file, in a test. Painting reads nothing
/// else.
struct TimelineScene {
    TimelineIndexPtr index;     ///< null: the empty state
    TimelineIndexPtr hits;      ///< drawn in full colour over the dimmed rest
    bool showsOnlyHits = false; ///< the rest is left out
    RowLayout rows;
    MarksPtr marks;
    TimeWindow window;
    TimeWindow limits;    ///< of the trace
    TimeWindow overview;  ///< what the overview shows: the trace, or both traces of twins
    double scroll = 0;    ///< pixels of the scrolled rows above the upper edge
    Nanoseconds zero = 0; ///< reads 0 in the ruler
    const Theme* theme = &lightTheme();

    QString title;
    QString subtitle;
    bool showsOverview = true;
    bool showsRuler = true;
    double gutterWidth = 190;
    QString emptyText;

    std::vector<EventId> selection;
    std::vector<EventLink> links;
    EventId hovered;
    EventId echoed;
    TrackId currentTrack; ///< the row that keys act on
    bool hasFocus = false;
    std::optional<TimeWindow> range;
    std::optional<Nanoseconds> cursor;
    std::vector<Bookmark> bookmarks;
    QString frameTime; ///< shown in the corner when not empty
};

/// Where the parts of a timeline are, in logical pixels.
struct TimelineZones {
    QRectF title; ///< above the gutter
    QRectF overview;
    QRectF corner; ///< left of the ruler
    QRectF ruler;
    QRectF pinnedGutter;
    QRectF pinned;
    QRectF scrolledGutter;
    QRectF scrolled;

    /// The part that pixels of time are counted in: [left, left + width).
    [[nodiscard]] double left() const { return ruler.left(); }
    [[nodiscard]] double width() const { return ruler.width(); }
};

[[nodiscard]] TimelineZones zonesOf(const TimelineScene& scene, const QSizeF& size);

inline constexpr double kOverviewHeight = 34;
inline constexpr double kRulerHeight = 24;

} // namespace twintrace
