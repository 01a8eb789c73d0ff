// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <QFutureWatcher>
#include <QObject>
#include <QString>

#include <memory>

namespace twintrace
{

class ArgsReader;

/// Finds the source line behind an event: its own args, or those of the operators around its launch. Args are
/// in the file, so this runs in the background; only the last question is answered.
class SourceLookup : public QObject
{
    Q_OBJECT
  public:
    explicit SourceLookup(QObject* parent = nullptr);
    ~SourceLookup() override;

    void ask(const TracePtr& trace, EventId event);
    void forget();

  Q_SIGNALS:
    /// "model.py:38  a = softmax(q @ k)" and the module; not emitted when nothing is known.
    void found(twintrace::EventId event, const QString& text);

  private:
    TracePtr m_trace;
    std::shared_ptr<ArgsReader> m_reader;
    EventId m_event;
    QFutureWatcher<QString> m_watcher;
};

} // namespace twintrace
