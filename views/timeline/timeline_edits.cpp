// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/event_summary.h"
#include "core/timeline/range_summary.h"
#include "views/timeline/event_text.h"
#include "views/timeline/timeline_view_impl.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace twintrace
{

TrackId TimelineView::Impl::currentTrack() const
{
    return scene.currentTrack && scene.currentTrack.value() < scene.index->trace().tracks.size()
               ? scene.currentTrack
               : TrackId();
}

std::optional<TimeWindow> TimelineView::Impl::selectedWindow() const
{
    if (state.selection().empty())
        return state.range();
    const Trace& trace = scene.index->trace();
    TimeWindow window{trace.begin(state.selection().front()), trace.end(state.selection().front())};
    for (const EventId event : state.selection()) {
        window.begin = std::min(window.begin, trace.begin(event));
        window.end = std::max(window.end, trace.end(event));
    }
    return window;
}

void TimelineView::Impl::mark(bool isKept)
{
    const std::optional<TimeWindow> window = selectedWindow();
    std::vector<Bookmark> bookmarks = state.bookmarks();
    if (!isKept)
        std::erase_if(bookmarks, [](const Bookmark& bookmark) { return bookmark.isTemporary; });
    if (window) {
        Bookmark bookmark;
        bookmark.window = *window;
        bookmark.isTemporary = !isKept;
        if (const EventId event = state.selectedEvent())
            bookmark.label = std::string(scene.index->trace().name(event));
        bookmarks.push_back(bookmark);
        std::stable_sort(bookmarks.begin(), bookmarks.end(), [](const Bookmark& a, const Bookmark& b) {
            return a.window.begin < b.window.begin;
        });
    }
    state.setBookmarks(bookmarks);
}

void TimelineView::Impl::stepRow(int steps)
{
    std::vector<const Row*> tracks;
    for (const std::vector<Row>* rows : {&scene.rows.pinned, &scene.rows.scrolled}) {
        for (const Row& row : *rows) {
            if (row.kind == RowKind::Track)
                tracks.push_back(&row);
        }
    }
    if (tracks.empty())
        return;
    const auto now = std::find_if(tracks.begin(), tracks.end(),
                                  [&](const Row* row) { return row->track == scene.currentTrack; });
    const auto place = now == tracks.end() ? 0 : now - tracks.begin() + steps;
    const TrackId track =
        tracks[std::size_t(std::clamp<std::ptrdiff_t>(place, 0, std::ptrdiff_t(tracks.size()) - 1))]->track;
    state.select({});
    scene.currentTrack = track;
    revealRow(track);
    refresh();
}

void TimelineView::Impl::selectInCurrentRow()
{
    const TrackId track = currentTrack();
    if (!track)
        return;
    const Trace& trace = scene.index->trace();
    const EventLane& lane = scene.index->lane(track, 0);
    std::uint32_t place = lane.firstEndingAfter(trace, state.window().begin);
    if (place == lane.size() && place > 0)
        --place;
    if (place < lane.size())
        view->selectEvent(EventId(lane.idAt(place)));
}

void TimelineView::Impl::copySelection()
{
    const Trace& trace = scene.index->trace();
    QString text;
    if (const EventId event = state.selectedEvent()) {
        text = summaryText(trace, summarizeEvent(trace, event));
    } else if (const std::optional<TimeWindow> range = state.range()) {
        Progress progress;
        static const TimelineMarks none;
        text = summaryText(
            trace, summarizeRange(trace, scene.marks ? scene.marks->marks : none, *range, {}, progress));
    }
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void TimelineView::Impl::editRows(TrackId track, TimelineCommand command)
{
    RowOptions rows = state.rows();
    if (command == TimelineCommand::ShowHidden) {
        rows.hidden.clear();
    } else if (command == TimelineCommand::DevicesFirst) {
        rows.devicesFirst = !rows.devicesFirst;
    } else if (!track) {
        return;
    } else if (command == TimelineCommand::TogglePin) {
        if (std::erase(rows.pinned, track) == 0)
            rows.pinned.push_back(track);
    } else if (command == TimelineCommand::HideRow) {
        stepRow(1);
        if (scene.currentTrack == track)
            stepRow(-1);
        std::erase(rows.pinned, track);
        rows.hidden.insert(track);
    } else if (command == TimelineCommand::ToggleFold) {
        if (rows.collapsedTracks.erase(track) == 0)
            rows.collapsedTracks.insert(track);
    } else {
        const int steps = command == TimelineCommand::MoveRowUp ? -1 : 1;
        const auto pinned = std::find(rows.pinned.begin(), rows.pinned.end(), track);
        if (pinned == rows.pinned.end()) {
            rows = movedTrack(scene.index->trace(), rows, track, steps);
        } else if (steps < 0 ? pinned != rows.pinned.begin() : pinned + 1 != rows.pinned.end()) {
            std::iter_swap(pinned, pinned + steps);
        }
    }
    state.setRows(rows);
    refresh();
}

} // namespace twintrace
