// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFutureWatcher>
#include <QObject>
#include <QStringList>

#include <map>
#include <memory>
#include <utility>

namespace twintrace
{

class LoadJob;
struct TraceAnalysis;

/// Reads and analyses traces in the background and keeps what it has read: the results page asks for two by
/// their file names and gets them when they are there.
class TraceStore : public QObject
{
    Q_OBJECT

  public:
    explicit TraceStore(QObject* parent = nullptr);
    ~TraceStore() override;

    /// Answers with ready() or failed(); a request made meanwhile replaces the one before.
    void request(const QStringList& files);
    void cancel();

  Q_SIGNALS:
    void progressed(quint64 doneBytes, quint64 totalBytes);
    void ready(const QStringList& files);
    void failed(const twintrace::Error& error);

  public:
    /// A trace that ready() named.
    [[nodiscard]] std::shared_ptr<const TraceAnalysis> analysis(const QString& file) const;

  private:
    using Analyses = std::map<QString, std::shared_ptr<const TraceAnalysis>>;
    void answer();

    QStringList m_wanted;
    Analyses m_known;
    std::unique_ptr<LoadJob> m_job;
    QFutureWatcher<Analyses> m_watcher;
};

} // namespace twintrace
