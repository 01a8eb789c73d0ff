// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/load_job.h"

#include "core/import/load_trace.h"

#include <QFutureWatcher>
#include <QtConcurrent>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kReportMilliseconds = 80;

} // namespace

struct LoadJob::Reader {
    Progress progress;
    QFutureWatcher<std::shared_ptr<Result<TracePtr>>> watcher;
};

LoadJob::LoadJob(QStringList files, QObject* parent) : QObject(parent), m_files(std::move(files))
{
    m_timer.setInterval(kReportMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &LoadJob::report);
}

LoadJob::~LoadJob()
{
    m_isOver = true;
    cancel();
    for (const auto& reader : m_readers)
        reader->watcher.waitForFinished();
}

void LoadJob::start()
{
    for (const QString& file : m_files) {
        auto reader = std::make_unique<Reader>();
        connect(&reader->watcher, &QFutureWatcherBase::finished, this, &LoadJob::collect);
        Progress* progress = &reader->progress;
        reader->watcher.setFuture(QtConcurrent::run([path = file.toStdString(), progress] {
            return std::make_shared<Result<TracePtr>>(loadTrace(path, *progress));
        }));
        m_readers.push_back(std::move(reader));
    }
    m_timer.start();
}

void LoadJob::cancel()
{
    for (const auto& reader : m_readers)
        reader->progress.cancel();
}

void LoadJob::report()
{
    quint64 done = 0;
    quint64 total = 0;
    for (const auto& reader : m_readers) {
        done += reader->progress.done();
        total += reader->progress.total();
    }
    Q_EMIT progressed(std::min(done, total == 0 ? done : total), total);
}

void LoadJob::collect()
{
    if (m_isOver)
        return;
    const bool allDone = std::all_of(m_readers.begin(), m_readers.end(),
                                     [](const auto& reader) { return reader->watcher.isFinished(); });
    std::vector<TracePtr> traces;
    for (const auto& reader : m_readers) {
        if (!reader->watcher.isFinished())
            continue;
        const Result<TracePtr>& result = *reader->watcher.result();
        if (!result) {
            m_isOver = true;
            m_timer.stop();
            cancel();
            Q_EMIT failed(result.error());
            return;
        }
        traces.push_back(*result);
    }
    if (!allDone)
        return;
    m_isOver = true;
    m_timer.stop();
    report();
    Q_EMIT loaded(traces);
}

} // namespace twintrace
