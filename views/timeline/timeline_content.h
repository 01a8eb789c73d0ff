// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "core/timeline/row_layout.h"
#include "views/timeline/timeline_scene.h"

#include <QFutureWatcher>
#include <QObject>

namespace twintrace
{

/// A trace made ready for drawing: index, gaps and iterations. Large traces are made ready in the background,
/// one after the other; what was asked for last wins.
class TimelineContent : public QObject
{
    Q_OBJECT
  public:
    explicit TimelineContent(QObject* parent = nullptr);
    ~TimelineContent() override;

    void setTrace(TracePtr trace);
    [[nodiscard]] TracePtr trace() const { return m_trace; }
    [[nodiscard]] bool isReady() const { return m_index != nullptr; }
    [[nodiscard]] TimelineIndexPtr index() const { return m_index; }
    [[nodiscard]] MarksPtr marks() const { return m_marks; }

  Q_SIGNALS:
    void ready();

  private:
    struct Prepared {
        TimelineIndexPtr index;
        MarksPtr marks;
    };
    static Prepared prepare(const TracePtr& trace);
    void take(const Prepared& prepared);

    TracePtr m_trace;
    TimelineIndexPtr m_index;
    MarksPtr m_marks;
    QFutureWatcher<Prepared> m_watcher;
};

/// Gaps on streams and iterations as the analysis finds them, as marks for drawing.
[[nodiscard]] TimelineMarks findMarks(const Trace& trace);
/// The rows of a scene whose index and marks are set.
[[nodiscard]] RowLayout layoutScene(const TimelineScene& scene, const RowOptions& options);
/// The index and marks at once, in the calling thread.
[[nodiscard]] MarksPtr indexedMarks(const Trace& trace);

} // namespace twintrace
