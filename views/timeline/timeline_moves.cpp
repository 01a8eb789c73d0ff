// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/selection_links.h"
#include "views/timeline/timeline_view_impl.h"

#include <QInputDialog>

#include <algorithm>
#include <cmath>

namespace twintrace
{

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

void TimelineView::Impl::stepCompileMark(bool forward)
{
    if (!scene.marks)
        return;
    const TimeWindow window = state.window();
    Nanoseconds from = saturatingAdd(window.begin, window.duration() / 2);
    const std::vector<CompileMark>& marks = scene.marks->marks.compileMarks;
    // Where one was stepped to before, its region is selected: the next one is looked for from there.
    for (const CompileMark& mark : marks) {
        if (mark.event == state.selectedEvent())
            from = mark.window.begin;
    }
    const CompileMark* mark = nextMark(marks, from, forward);
    if (mark == nullptr)
        return;
    state.select({mark->event});
    revealRow(scene.index->trace().trackOf(mark->event));
    const Nanoseconds around = std::max<Nanoseconds>(mark->window.duration() * 2, 20'000);
    state.setWindow(windowAround(
        {saturatingSubtract(mark->window.begin, around), saturatingAdd(mark->window.end, around)},
        state.limits()));
}

} // namespace twintrace
