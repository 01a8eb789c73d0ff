// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_state.h"

#include <utility>

namespace twintrace
{
namespace
{

constexpr qint64 kMergeMilliseconds = 600; // a pause this long begins a new step of the undo history
constexpr std::size_t kMostSteps = 200;

} // namespace

TimelineState::TimelineState(QObject* parent) : QObject(parent)
{
    qRegisterMetaType<twintrace::EventId>();
    qRegisterMetaType<twintrace::TimeWindow>();
}

void TimelineState::remember(Step step)
{
    const bool merges = step == Step::Merged && m_sinceMergedStep.isValid() &&
                        m_sinceMergedStep.elapsed() < kMergeMilliseconds && !m_past.empty();
    if (!merges) {
        m_past.push_back(m_now);
        if (m_past.size() > kMostSteps)
            m_past.erase(m_past.begin());
    }
    m_future.clear();
    if (step == Step::Merged)
        m_sinceMergedStep.start();
    else
        m_sinceMergedStep.invalidate();
}

void TimelineState::setLimits(TimeWindow limits, bool restart)
{
    m_limits = limits;
    if (restart) {
        m_past.clear();
        m_future.clear();
        m_sinceMergedStep.invalidate();
        m_now.window = clampedWindow(limits, limits);
        Q_EMIT windowChanged(m_now.window);
        return;
    }
    const TimeWindow inside = clampedWindow(m_now.window, m_limits);
    if (inside != m_now.window) {
        m_now.window = inside;
        Q_EMIT windowChanged(m_now.window);
    }
}

void TimelineState::setWindow(TimeWindow window, Step step)
{
    const TimeWindow inside = clampedWindow(window, m_limits);
    if (inside == m_now.window)
        return;
    remember(step);
    m_now.window = inside;
    Q_EMIT windowChanged(m_now.window);
}

void TimelineState::zoom(double factor, Nanoseconds anchor)
{
    setWindow(zoomedWindow(m_now.window, factor, anchor, m_limits), Step::Merged);
}

void TimelineState::pan(Nanoseconds delta)
{
    setWindow(pannedWindow(m_now.window, delta, m_limits), Step::Merged);
}

void TimelineState::fitAll()
{
    setWindow(m_limits);
}

void TimelineState::setFilter(const TimelineFilter& filter)
{
    if (filter == m_now.filter)
        return;
    remember(Step::Merged);
    m_now.filter = filter;
    Q_EMIT filterChanged();
}

void TimelineState::setRows(const RowOptions& rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    Q_EMIT rowsChanged();
}

void TimelineState::select(std::vector<EventId> events)
{
    std::erase_if(events, [](EventId id) { return !id; });
    if (events == m_selection)
        return;
    m_selection = std::move(events);
    Q_EMIT selectionChanged();
}

void TimelineState::selectRange(std::optional<TimeWindow> range)
{
    if (range == m_range)
        return;
    m_range = range;
    Q_EMIT rangeChanged();
}

void TimelineState::clearSelection()
{
    select({});
    selectRange(std::nullopt);
}

void TimelineState::setHovered(EventId event)
{
    if (event == m_hovered)
        return;
    m_hovered = event;
    Q_EMIT hoverChanged(event);
}

void TimelineState::setEchoed(EventId event)
{
    if (event == m_echoed)
        return;
    m_echoed = event;
    Q_EMIT cursorChanged();
}

void TimelineState::setCursor(std::optional<Nanoseconds> time)
{
    if (time == m_cursor)
        return;
    m_cursor = time;
    Q_EMIT cursorChanged();
}

void TimelineState::setBookmarks(std::vector<Bookmark> bookmarks)
{
    if (bookmarks == m_bookmarks)
        return;
    m_bookmarks = std::move(bookmarks);
    Q_EMIT bookmarksChanged();
}

void TimelineState::undo()
{
    if (m_past.empty())
        return;
    m_future.push_back(m_now);
    const Snapshot snapshot = m_past.back();
    m_past.pop_back();
    restore(snapshot);
}

void TimelineState::redo()
{
    if (m_future.empty())
        return;
    m_past.push_back(m_now);
    const Snapshot snapshot = m_future.back();
    m_future.pop_back();
    restore(snapshot);
}

void TimelineState::restore(const Snapshot& snapshot)
{
    m_sinceMergedStep.invalidate();
    const Snapshot before = std::exchange(m_now, snapshot);
    m_now.window = clampedWindow(m_now.window, m_limits);
    if (m_now.window != before.window)
        Q_EMIT windowChanged(m_now.window);
    if (m_now.filter != before.filter)
        Q_EMIT filterChanged();
}

} // namespace twintrace
