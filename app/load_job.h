// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace twintrace
{

/// Reads one or more traces off the GUI thread. Progress comes a few times a second in bytes; cancel() ends
/// it within a second. Destroying a running job cancels it and waits for the readers to see that.
class LoadJob : public QObject
{
    Q_OBJECT

  public:
    explicit LoadJob(QStringList files, QObject* parent = nullptr);
    ~LoadJob() override;

    void start();
    void cancel();
    [[nodiscard]] const QStringList& files() const { return m_files; }

  Q_SIGNALS:
    /// total 0 = not known yet.
    void progressed(quint64 doneBytes, quint64 totalBytes);
    /// All were read, in the order of the files.
    void loaded(const std::vector<twintrace::TracePtr>& traces);
    /// The first file that could not be read; nothing comes after it.
    void failed(const twintrace::Error& error);

  private:
    struct Reader;
    void report();
    void collect();

    QStringList m_files;
    std::vector<std::unique_ptr<Reader>> m_readers;
    QTimer m_timer;
    bool m_isOver = false;
};

} // namespace twintrace
