// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/format.h"
#include "core/timeline/selection_links.h"
#include "views/timeline/event_text.h"
#include "views/timeline/timeline_view_impl.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>

#include <algorithm>
#include <cmath>

namespace twintrace
{

bool TimelineView::Impl::run(TimelineCommand command)
{
    if (!scene.index && command != TimelineCommand::ShowKeys)
        return false;
    const EventId selected = state.selectedEvent();
    const Trace& trace = scene.index ? scene.index->trace() : *content.trace();
    switch (command) {
    case TimelineCommand::ZoomIn:
        zoomStep(0.75);
        return true;
    case TimelineCommand::ZoomOut:
        zoomStep(1 / 0.75);
        return true;
    case TimelineCommand::PanEarlier:
        panShare(-0.12);
        return true;
    case TimelineCommand::PanLater:
        panShare(0.12);
        return true;
    case TimelineCommand::PanEarlierFar:
        panShare(-1);
        return true;
    case TimelineCommand::PanLaterFar:
        panShare(1);
        return true;
    case TimelineCommand::ScrollUp:
        scrollBy(-54);
        return true;
    case TimelineCommand::ScrollDown:
        scrollBy(54);
        return true;
    case TimelineCommand::PageUp:
        scrollBy(-canvas->zones().scrolled.height() * 0.9);
        return true;
    case TimelineCommand::PageDown:
        scrollBy(canvas->zones().scrolled.height() * 0.9);
        return true;
    case TimelineCommand::GoToStart:
        state.setWindow({scene.limits.begin, saturatingAdd(scene.limits.begin, state.window().duration())});
        return true;
    case TimelineCommand::GoToEnd:
        state.setWindow({saturatingSubtract(scene.limits.end, state.window().duration()), scene.limits.end});
        return true;
    case TimelineCommand::FitSelection:
        fitSelection();
        return true;
    case TimelineCommand::FitAll:
        state.fitAll();
        return true;
    case TimelineCommand::GoToTime:
        askTime();
        return true;
    case TimelineCommand::GoToIteration:
        askIteration();
        return true;
    case TimelineCommand::NextGap:
        stepGap(true);
        return true;
    case TimelineCommand::PreviousGap:
        stepGap(false);
        return true;
    case TimelineCommand::GapSize:
        askGapSize();
        return true;
    case TimelineCommand::Undo:
        state.undo();
        return true;
    case TimelineCommand::Redo:
        state.redo();
        return true;
    case TimelineCommand::Search:
        searchBar->open();
        return true;
    case TimelineCommand::NextHit:
        stepHit(true);
        return true;
    case TimelineCommand::PreviousHit:
        stepHit(false);
        return true;
    case TimelineCommand::PreviousSlice:
    case TimelineCommand::NextSlice:
        if (!selected) {
            selectInCurrentRow();
        } else if (const EventId other = command == TimelineCommand::NextSlice
                                             ? nextSlice(trace, selected)
                                             : previousSlice(trace, selected)) {
            view->selectEvent(other);
        }
        return true;
    case TimelineCommand::EarlierOrPan:
        return run(selected ? TimelineCommand::PreviousSlice : TimelineCommand::PanEarlier);
    case TimelineCommand::LaterOrPan:
        return run(selected ? TimelineCommand::NextSlice : TimelineCommand::PanLater);
    case TimelineCommand::ParentOrScroll:
        if (!selected)
            return run(TimelineCommand::ScrollUp);
        if (const EventId parent = trace.events.parent[selected.value()])
            view->selectEvent(parent);
        return true;
    case TimelineCommand::ChildOrScroll:
        if (!selected)
            return run(TimelineCommand::ScrollDown);
        if (const EventId child = firstChild(trace, selected))
            view->selectEvent(child);
        return true;
    case TimelineCommand::FollowForward:
        if (const EventId other = followForward(trace, selected))
            view->selectEvent(other);
        return true;
    case TimelineCommand::FollowBackward:
        if (const EventId other = followBackward(trace, selected))
            view->selectEvent(other);
        return true;
    case TimelineCommand::RangeOfSelection:
        if (const std::optional<TimeWindow> window = selectedWindow())
            state.selectRange(window);
        return true;
    case TimelineCommand::Mark:
        mark(false);
        return true;
    case TimelineCommand::MarkKept:
        mark(true);
        return true;
    case TimelineCommand::NextBookmark:
        stepBookmark(true);
        return true;
    case TimelineCommand::PreviousBookmark:
        stepBookmark(false);
        return true;
    case TimelineCommand::Copy:
        copySelection();
        return true;
    case TimelineCommand::Deselect:
        if (rowFilter->isVisible()) {
            rowFilter->clear();
            rowFilter->hide();
        } else if (selected || state.range()) {
            state.clearSelection();
        } else if (searchBar->isVisible()) {
            Q_EMIT searchBar->closed();
        } else {
            return false;
        }
        return true;
    case TimelineCommand::PreviousRow:
        stepRow(-1);
        return true;
    case TimelineCommand::NextRow:
        stepRow(1);
        return true;
    case TimelineCommand::SelectInRow:
        if (selected) {
            goTo(selected);
            Q_EMIT view->eventActivated(selected);
        } else {
            selectInCurrentRow();
        }
        return true;
    case TimelineCommand::TogglePin:
    case TimelineCommand::HideRow:
    case TimelineCommand::ShowHidden:
    case TimelineCommand::ToggleFold:
    case TimelineCommand::MoveRowUp:
    case TimelineCommand::MoveRowDown:
        editRows(currentTrack(), command);
        return true;
    case TimelineCommand::FilterRows:
        rowFilter->show();
        rowFilter->setFocus(Qt::ShortcutFocusReason);
        rowFilter->selectAll();
        return true;
    case TimelineCommand::ShowKeys:
        view->showKeys();
        return true;
    case TimelineCommand::ToggleFrameTime:
        canvas->setShowsFrameTime(!canvas->showsFrameTime());
        return true;
    }
    return false;
}

void TimelineView::Impl::zoomStep(double factor)
{
    state.zoom(factor, canvas->anchorTime());
}

void TimelineView::Impl::panShare(double share)
{
    const double distance = static_cast<double>(state.window().duration()) * share;
    const auto whole = static_cast<Nanoseconds>(std::llround(distance));
    state.pan(whole != 0 ? whole : (share < 0 ? -1 : 1));
}

void TimelineView::Impl::scrollBy(double pixels)
{
    canvas->setScroll(scene.scroll + pixels);
}

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

void TimelineView::Impl::goTo(EventId event)
{
    const Trace& trace = scene.index->trace();
    state.select({event});
    revealRow(trace.trackOf(event));
    state.setWindow(windowAround({trace.begin(event), trace.end(event)}, state.limits()));
}

void TimelineView::Impl::fitSelection()
{
    const std::optional<TimeWindow> part = selectedWindow();
    const TimeWindow wanted = part ? windowAround(*part, state.limits()) : state.limits();
    if (wanted == state.window())
        state.fitAll();
    else
        state.setWindow(wanted);
}

void TimelineView::Impl::centerOn(Nanoseconds time)
{
    const Nanoseconds length = state.window().duration();
    const Nanoseconds begin = saturatingSubtract(time, length / 2);
    state.setWindow({begin, saturatingAdd(begin, length)});
}

void TimelineView::Impl::stepHit(bool forward)
{
    const HitList& hits = search.hits();
    if (hits.isEmpty())
        return;
    const Trace& trace = scene.index->trace();
    const EventId from = currentHit ? currentHit : state.selectedEvent();
    EventId hit;
    if (from)
        hit = forward ? hits.next(trace, from) : hits.previous(trace, from);
    else
        hit = hits.firstFrom(trace, state.window().begin);
    currentHit = hit;
    view->selectEvent(hit);
    searchBar->setPosition(hits.ordinal(trace, hit), hits.size());
}

void TimelineView::Impl::stepGap(bool forward)
{
    if (!scene.marks)
        return;
    Nanoseconds from = saturatingAdd(state.window().begin, state.window().duration() / 2);
    if (const std::optional<TimeWindow> range = state.range())
        from = range->begin;
    const GapMark* gap = nextGap(scene.marks->marks, from, gapSize, forward);
    if (gap == nullptr)
        return;
    state.select({});
    state.selectRange(gap->window);
    scene.currentTrack = gap->track;
    revealRow(gap->track);
    const TimeWindow window = state.window();
    const bool isInside = gap->window.begin >= window.begin && gap->window.end <= window.end;
    if (!isInside || gap->window.duration() < window.duration() / 50)
        state.setWindow(windowAround({saturatingSubtract(gap->window.begin, gap->window.duration() * 2),
                                      saturatingAdd(gap->window.end, gap->window.duration() * 2)},
                                     state.limits()));
}

void TimelineView::Impl::askGapSize()
{
    bool isAccepted = false;
    const QString text = QInputDialog::getText(
        view, tr("Gap size"), tr("X goes to gaps of at least (for example 10 us, 1.5 ms):"),
        QLineEdit::Normal, QStringLiteral("%1 us").arg(double(gapSize) / 1000), &isAccepted);
    const Nanoseconds size = durationFromText(text);
    if (isAccepted && size >= 0)
        gapSize = size;
}

void TimelineView::Impl::askTime()
{
    bool isAccepted = false;
    const QString text =
        QInputDialog::getText(view, tr("Go to time"), tr("Time as in the ruler (for example 12.5 ms):"),
                              QLineEdit::Normal, {}, &isAccepted);
    const Nanoseconds time = durationFromText(text);
    if (isAccepted && time >= 0 && !text.trimmed().isEmpty())
        centerOn(saturatingAdd(scene.zero, time));
}

void TimelineView::Impl::askIteration()
{
    const int count = scene.marks ? static_cast<int>(scene.marks->marks.iterations.size()) : 0;
    if (count == 0)
        return;
    bool isAccepted = false;
    const int number = QInputDialog::getInt(
        view, tr("Go to iteration"), tr("Iteration (1 to %1):").arg(count), 1, 1, count, 1, &isAccepted);
    if (isAccepted)
        state.setWindow(
            windowAround(scene.marks->marks.iterations[std::size_t(number - 1)].window, state.limits()));
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

void TimelineView::Impl::stepBookmark(bool forward)
{
    const std::vector<Bookmark>& bookmarks = state.bookmarks();
    if (bookmarks.empty())
        return;
    const TimeWindow window = state.window();
    const Nanoseconds middle = saturatingAdd(window.begin, window.duration() / 2);
    const auto middleOf = [](const Bookmark& mark) {
        return saturatingAdd(mark.window.begin, mark.window.duration() / 2);
    };
    const Bookmark* best = nullptr;
    for (const Bookmark& bookmark : bookmarks) {
        if (forward && middleOf(bookmark) > middle + 1 &&
            (best == nullptr || middleOf(bookmark) < middleOf(*best)))
            best = &bookmark;
        if (!forward && middleOf(bookmark) < middle - 1 &&
            (best == nullptr || middleOf(bookmark) > middleOf(*best)))
            best = &bookmark;
    }
    if (best == nullptr)
        best = forward ? &bookmarks.front() : &bookmarks.back();
    if (best->window.duration() > window.duration())
        state.setWindow(windowAround(best->window, state.limits()));
    else
        centerOn(middleOf(*best));
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
