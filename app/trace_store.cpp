// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_store.h"

#include "app/load_job.h"
#include "app/trace_analysis.h"

#include <QtConcurrent>

#include <algorithm>

namespace twintrace
{

TraceStore::TraceStore(QObject* parent) : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        if (m_watcher.isCanceled())
            return;
        for (const auto& [file, analysis] : m_watcher.result())
            m_known[file] = analysis;
        answer();
    });
}

TraceStore::~TraceStore()
{
    m_watcher.waitForFinished();
}

void TraceStore::request(const QStringList& files)
{
    m_wanted = files;
    QStringList missing;
    for (const QString& file : files) {
        if (!m_known.contains(file) && !missing.contains(file))
            missing << file;
    }
    if (missing.isEmpty()) {
        answer();
        return;
    }
    m_job = std::make_unique<LoadJob>(missing);
    connect(m_job.get(), &LoadJob::progressed, this, &TraceStore::progressed);
    connect(m_job.get(), &LoadJob::failed, this, &TraceStore::failed);
    connect(m_job.get(), &LoadJob::loaded, this, [this](const std::vector<TracePtr>& traces) {
        const QStringList names = m_job->files();
        m_watcher.setFuture(QtConcurrent::run([names, traces] {
            Analyses made;
            for (qsizetype i = 0; i < names.size(); ++i)
                made[names[i]] = analyseTrace(traces[std::size_t(i)]);
            return made;
        }));
    });
    m_job->start();
}

void TraceStore::cancel()
{
    if (m_job)
        m_job->cancel();
}

void TraceStore::answer()
{
    const bool haveAll = std::all_of(m_wanted.begin(), m_wanted.end(),
                                     [this](const QString& file) { return m_known.contains(file); });
    if (haveAll)
        Q_EMIT ready(m_wanted);
}

std::shared_ptr<const TraceAnalysis> TraceStore::analysis(const QString& file) const
{
    const auto found = m_known.find(file);
    return found == m_known.end() ? nullptr : found->second;
}

} // namespace twintrace
