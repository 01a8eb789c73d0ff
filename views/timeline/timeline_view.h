// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/time_scale.h"
#include "core/timeline/timeline_marks.h"
#include "views/style/theme.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

class QPainter;

namespace twintrace
{

class TimelineState;

/// One trace as a timeline: overview, ruler, rows, search bar, keys and mouse of every trace viewer. Figures
/// about the selection are in SelectionPanel, which listens to the same state().
class TimelineView : public QWidget
{
    Q_OBJECT
  public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows a trace (null: the empty state). Gaps and iterations are looked up in the analysis. Large traces
    /// are prepared in the background; ready() tells when they are on screen.
    void setTrace(TracePtr trace, const QString& title = {});
    [[nodiscard]] TracePtr trace() const;
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] TimelineState& state();
    [[nodiscard]] const TimelineMarks& marks() const;

    /// Selects, scrolls to the row and moves the window when the event is outside. Invalid ids clear the
    /// selection.
    void selectEvent(EventId event);
    void selectEvents(std::vector<EventId> events);
    void zoomTo(Nanoseconds begin, Nanoseconds end);
    /// The search bar with the keyboard in it; the sheet of all keys.
    void startSearch();
    void showKeys();
    /// What is on screen now, for files and the clipboard.
    void paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme, const QString& caption = {});

  Q_SIGNALS:
    void ready();
    void eventSelected(twintrace::EventId event);
    void rangeSelected(qint64 begin, qint64 end);
    /// Double click or Enter on an event.
    void eventActivated(twintrace::EventId event);

  protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
    friend class TwinTimelines;
};

} // namespace twintrace
