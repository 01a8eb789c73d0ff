// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/selection_links.h"
#include "views/timeline/timeline_view_impl.h"

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
    case TimelineCommand::NextCompileMark:
        stepCompileMark(true);
        return true;
    case TimelineCommand::PreviousCompileMark:
        stepCompileMark(false);
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
    case TimelineCommand::DevicesFirst:
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

} // namespace twintrace
