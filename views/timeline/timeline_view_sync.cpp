// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/timeline/selection_links.h"
#include "views/timeline/timeline_view_impl.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace twintrace
{

void TimelineView::Impl::contentReady()
{
    scene.index = content.index();
    scene.marks = content.marks();
    scene.hits.reset();
    scene.showsOnlyHits = false;
    const TimeWindow whole = scene.index->wholeWindow();
    scene.limits = whole;
    scene.zero = whole.begin;
    scene.scroll = 0;
    const Trace& trace = scene.index->trace();
    scene.title = title;
    scene.subtitle = tr("%1 events · %2")
                         .arg(QString::fromStdString(formatCount(std::int64_t(trace.events.size()))),
                              QString::fromStdString(formatDuration(whole.duration())));
    state.setLimits(outerLimits.value_or(whole), true);
    state.setRows(initialRows(trace));
    rowsChanged();
    if (!scene.rows.scrolled.empty()) {
        const auto first = std::find_if(scene.rows.scrolled.begin(), scene.rows.scrolled.end(),
                                        [](const Row& row) { return row.kind == RowKind::Track; });
        scene.currentTrack = first != scene.rows.scrolled.end() ? first->track : TrackId();
    }
    if (state.filter().isActive())
        filterChanged();
    if (!wantedSelection.empty()) {
        const std::vector<EventId> wanted = std::exchange(wantedSelection, {});
        view->selectEvents(wanted);
    }
    placesDevices = true;
    placeDevices();
    Q_EMIT view->ready();
}

bool TimelineView::Impl::hidesDevices() const
{
    if (!scene.index)
        return false;
    const std::vector<Row>& rows = scene.rows.scrolled;
    const auto stream = std::find_if(rows.begin(), rows.end(), [this](const Row& row) {
        return row.kind == RowKind::Track &&
               scene.index->trace().tracks[row.track.value()].kind == TrackKind::Stream;
    });
    return stream != rows.end() && stream->top + stream->height > canvas->zones().scrolled.height();
}

void TimelineView::Impl::putDevicesFirst(bool areFirst)
{
    RowOptions rows = state.rows();
    rows.devicesFirst = areFirst;
    state.setRows(rows);
}

void TimelineView::Impl::placeDevices()
{
    if (isTwin || !placesDevices || !view->isVisible() || !scene.index)
        return;
    placesDevices = false;
    if (hidesDevices())
        putDevicesFirst(true);
}

void TimelineView::Impl::filterChanged()
{
    currentHit = EventId();
    const TimelineFilter& filter = state.filter();
    if (!scene.index || !filter.isActive()) {
        search.clear();
        return;
    }
    search.start(content.index(), filter);
    refresh();
}

void TimelineView::Impl::hitsChanged()
{
    scene.hits = state.filter().isActive() ? search.hitIndex() : nullptr;
    refresh();
}

void TimelineView::Impl::rowsChanged()
{
    scene.rows = layoutScene(scene, state.rows());
    scene.emptyText = content.trace() == nullptr ? tr("No trace. Open a trace file, or drop one here.")
                      : !scene.index             ? tr("Preparing the timeline …")
                      : !state.rows().filter.empty()
                          ? tr("No row has \"%1\" in its name. Clear the filter to see all rows.")
                                .arg(QString::fromStdString(state.rows().filter))
                          : tr("This trace has no events that could be shown.");
    canvas->setScroll(scene.scroll);
    updateScrollBar();
    refresh();
}

void TimelineView::Impl::selectionChanged()
{
    scene.links.clear();
    const EventId event = state.selectedEvent();
    if (scene.index && event) {
        for (const EventId selected : state.selection()) {
            constexpr std::size_t kMostArrows = 2000;
            if (scene.links.size() >= kMostArrows)
                break;
            const std::vector<EventLink> links = linksOf(scene.index->trace(), selected, kMostArrows);
            scene.links.insert(scene.links.end(), links.begin(), links.end());
        }
        if (const TrackId track = scene.index->trace().trackOf(event))
            scene.currentTrack = track;
    }
    refresh();
    Q_EMIT view->eventSelected(event);
}

void TimelineView::Impl::updateScrollBar()
{
    const QSignalBlocker blocker(scrollBar);
    scrollBar->setRange(0, static_cast<int>(std::ceil(canvas->longestScroll())));
    scrollBar->setPageStep(static_cast<int>(canvas->zones().scrolled.height()));
    scrollBar->setSingleStep(18);
    scrollBar->setValue(static_cast<int>(scene.scroll));
    scrollBar->setVisible(canvas->longestScroll() > 0);
}

void TimelineView::Impl::refresh()
{
    scene.theme = &currentTheme();
    scene.window = state.window();
    scene.overview = state.limits();
    scene.showsOnlyHits = state.filter().hidesRest;
    scene.selection = state.selection();
    scene.hovered = state.hovered();
    scene.echoed = state.echoed();
    scene.range = state.range();
    scene.cursor = state.cursor();
    scene.bookmarks = state.bookmarks();
    scene.hasFocus = view->hasFocus();
    canvas->update();
}

void TimelineView::Impl::revealRow(TrackId track)
{
    const Trace* trace = content.trace().get();
    if (trace == nullptr || !track)
        return;
    RowOptions rows = state.rows();
    rows.hidden.erase(track);
    rows.collapsedProcesses.erase(trace->tracks[track.value()].process);
    state.setRows(rows);
    if (scene.rows.find(track) == nullptr && !state.rows().filter.empty())
        rowFilter->clear();
    const Row* row = scene.rows.find(track);
    if (row == nullptr || row->isPinned)
        return;
    const double height = canvas->zones().scrolled.height();
    if (row->top < scene.scroll)
        canvas->setScroll(row->top - 4);
    else if (row->top + row->height > scene.scroll + height)
        canvas->setScroll(std::min(row->top - 4, row->top + row->height - height + 4));
}

void TimelineView::Impl::reveal(EventId event)
{
    const TracePtr trace = content.trace();
    if (!trace || !event)
        return;
    revealRow(trace->trackOf(event));
    const TimeWindow part{trace->begin(event), trace->end(event)};
    const TimeWindow window = state.window();
    const bool isOutside = part.end < window.begin || part.begin > window.end;
    if (isOutside)
        centerOn(saturatingAdd(part.begin, part.duration() / 2));
    // A box of a few hundredths of a pixel cannot be seen: come closer.
    const Nanoseconds visible = std::max<Nanoseconds>(part.duration(), 1);
    if (state.window().duration() / visible > 200'000)
        state.setWindow(windowAround(
            {saturatingSubtract(part.begin, visible * 500), saturatingAdd(part.end, visible * 500)},
            state.limits()));
}

} // namespace twintrace
