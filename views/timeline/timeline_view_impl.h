// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/search_bar.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_content.h"
#include "views/timeline/timeline_keys.h"
#include "views/timeline/timeline_search.h"
#include "views/timeline/timeline_view.h"

#include <QLineEdit>
#include <QScrollBar>

#include <optional>

namespace twintrace
{

/// The parts of a TimelineView and what ties them together. Only the view's own files and the twins look in
/// here.
struct TimelineView::Impl {
    explicit Impl(TimelineView* owner);

    void build();
    // Keeping the scene and the state one (timeline_view_sync.cpp).
    void contentReady();
    void filterChanged();
    void hitsChanged();
    void rowsChanged();
    void selectionChanged();
    void updateScrollBar();
    /// Whether the first stream lies below what the view shows without scrolling.
    [[nodiscard]] bool hidesDevices() const;
    void putDevicesFirst(bool areFirst);
    /// Once for each trace, as soon as the view has its size: kernels are what one came to see.
    void placeDevices();
    void refresh();
    void revealRow(TrackId track);
    void reveal(EventId event);
    void showMenu(const QPoint& place, TrackId track, EventId event);

    // What keys and menus do: the list in timeline_commands.cpp, the deeds in timeline_moves.cpp and
    // timeline_edits.cpp.
    bool run(TimelineCommand command);
    void zoomStep(double factor);
    void panShare(double share);
    void scrollBy(double pixels);
    void goTo(EventId event);
    void fitSelection();
    void stepHit(bool forward);
    void stepGap(bool forward);
    void stepBookmark(bool forward);
    void stepCompileMark(bool forward);
    void stepRow(int steps);
    void askTime();
    void askIteration();
    void askGapSize();
    void centerOn(Nanoseconds time);
    void mark(bool isKept);
    void copySelection();
    void editRows(TrackId track, TimelineCommand command);
    void selectInCurrentRow();
    [[nodiscard]] TrackId currentTrack() const;
    [[nodiscard]] std::optional<TimeWindow> selectedWindow() const;

    TimelineView* view;
    TimelineState state;
    TimelineContent content;
    TimelineSearch search;
    TimelineScene scene;
    QString title;
    TimelineCanvas* canvas = nullptr;
    QScrollBar* scrollBar = nullptr;
    SearchBar* searchBar = nullptr;
    QLineEdit* rowFilter = nullptr;
    Nanoseconds gapSize = 10'000;
    bool placesDevices = false; ///< not yet done for this trace
    bool isTwin = false;        ///< TwinTimelines places the devices of both sides
    EventId currentHit;
    std::optional<TimeWindow> outerLimits; ///< twins: both traces' time
    std::vector<EventId> wantedSelection;  ///< asked for before the trace was ready
};

} // namespace twintrace
