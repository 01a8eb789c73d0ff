// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/row_layout.h"
#include "core/timeline/time_scale.h"
#include "core/timeline/timeline_marks.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// What the search bar asks for.
struct TimelineFilter {
    std::string text;          ///< part of a name, case ignored; "" = no search
    bool searchesArgs = false; ///< also in args, which are read from the file in the background
    bool hidesRest = false;    ///< else the rest is dimmed
    Nanoseconds minimumDuration = 0;

    [[nodiscard]] bool isActive() const { return !text.empty() || minimumDuration > 0; }
    friend bool operator==(const TimelineFilter&, const TimelineFilter&) = default;
};

/// Everything that a timeline shows which is not in the trace: window, rows, filter, selection, hover,
/// bookmarks. Widgets change it and listen; none of them keeps a copy.
class TimelineState : public QObject
{
    Q_OBJECT
  public:
    /// Whether a change can be undone by itself, or melts into the step before it (keys held down, wheel,
    /// drags).
    enum class Step { Own, Merged };

    explicit TimelineState(QObject* parent = nullptr);

    [[nodiscard]] TimeWindow window() const { return m_now.window; }
    [[nodiscard]] TimeWindow limits() const { return m_limits; }
    [[nodiscard]] const TimelineFilter& filter() const { return m_now.filter; }
    [[nodiscard]] const RowOptions& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<EventId>& selection() const { return m_selection; }
    [[nodiscard]] EventId selectedEvent() const
    {
        return m_selection.empty() ? EventId() : m_selection.front();
    }
    [[nodiscard]] std::optional<TimeWindow> range() const { return m_range; }
    [[nodiscard]] EventId hovered() const { return m_hovered; }
    [[nodiscard]] EventId echoed() const { return m_echoed; }
    [[nodiscard]] std::optional<Nanoseconds> cursor() const { return m_cursor; }
    [[nodiscard]] const std::vector<Bookmark>& bookmarks() const { return m_bookmarks; }

    /// What the window may show; the window is moved inside. Forgets the undo history when `restart`.
    void setLimits(TimeWindow limits, bool restart = false);
    void setWindow(TimeWindow window, Step step = Step::Own);
    void zoom(double factor, Nanoseconds anchor);
    void pan(Nanoseconds delta);
    void fitAll();
    void setFilter(const TimelineFilter& filter);
    void setRows(const RowOptions& rows);
    void select(std::vector<EventId> events);
    void selectRange(std::optional<TimeWindow> range);
    void clearSelection();
    void setHovered(EventId event);
    void setEchoed(EventId event); ///< the counterpart of what is hovered in the other trace
    void setCursor(std::optional<Nanoseconds> time);
    void setBookmarks(std::vector<Bookmark> bookmarks);

    [[nodiscard]] bool canUndo() const { return !m_past.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_future.empty(); }
    void undo();
    void redo();

  Q_SIGNALS:
    void windowChanged(twintrace::TimeWindow window);
    void filterChanged();
    void rowsChanged();
    void selectionChanged();
    void rangeChanged();
    void hoverChanged(twintrace::EventId event);
    void cursorChanged();
    void bookmarksChanged();

  private:
    struct Snapshot {
        TimeWindow window{0, 1000};
        TimelineFilter filter;
        friend bool operator==(const Snapshot&, const Snapshot&) = default;
    };
    void remember(Step step);
    void restore(const Snapshot& snapshot);

    Snapshot m_now;
    std::vector<Snapshot> m_past;
    std::vector<Snapshot> m_future;
    QElapsedTimer m_sinceMergedStep;
    TimeWindow m_limits{0, 1000};
    RowOptions m_rows;
    std::vector<EventId> m_selection;
    std::optional<TimeWindow> m_range;
    EventId m_hovered;
    EventId m_echoed;
    std::optional<Nanoseconds> m_cursor;
    std::vector<Bookmark> m_bookmarks;
};

} // namespace twintrace

Q_DECLARE_METATYPE(twintrace::EventId)
Q_DECLARE_METATYPE(twintrace::TimeWindow)
