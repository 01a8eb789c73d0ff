// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/timeline/hit_list.h"
#include "core/timeline/timeline_index.h"
#include "views/timeline/timeline_state.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>

namespace twintrace
{

/// Runs searches off the GUI's thread: names at once, args of the events (read again from the file) behind
/// them. Each new search cancels the one before; hits arrive while it still runs.
class TimelineSearch : public QObject
{
    Q_OBJECT
  public:
    explicit TimelineSearch(QObject* parent = nullptr);
    ~TimelineSearch() override;

    void start(TimelineIndexPtr index, const TimelineFilter& filter);
    /// Stops; hits found so far stay.
    void cancel();
    void clear();

    [[nodiscard]] const HitList& hits() const { return m_hits; }
    /// The hits as something to draw; null when there is no search.
    [[nodiscard]] TimelineIndexPtr hitIndex() const { return m_hitIndex; }
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// 0..1 of the running search.
    [[nodiscard]] double progress() const;
    /// Why the scan of args ended early; empty when it did not.
    [[nodiscard]] QString trouble() const { return m_trouble; }

  Q_SIGNALS:
    void hitsChanged();
    void finished();
    void progressChanged();

  private:
    void take(quint64 run, const HitList& hits, const TimelineIndexPtr& hitIndex);
    void end(quint64 run, const QString& trouble);

    struct Names;
    QThreadPool m_pool;
    std::shared_ptr<Names>
        m_names; // only the pool's one thread uses it; what one search learns serves the next
    QTimer m_ticker;
    std::shared_ptr<Progress> m_progress;
    quint64 m_run = 0;
    bool m_isRunning = false;
    HitList m_hits;
    TimelineIndexPtr m_hitIndex;
    QString m_trouble;
};

} // namespace twintrace

Q_DECLARE_METATYPE(twintrace::HitList)
