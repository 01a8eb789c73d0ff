// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/compare_job.h"

#include <QElapsedTimer>
#include <QMap>
#include <QThread>
#include <QTimer>

#include <utility>

namespace twintrace
{
namespace
{

constexpr int kTicksPerSecond = 4;

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

PhaseProgress toProgress(const CompareListener::Phase& phase)
{
    return {text(phase.variant), text(phase.phase), text(phase.note),
            phase.elapsedMs,     phase.estimateMs,  phase.isOver};
}

} // namespace

/// The thread of a job, and the phases that are open, so that their rows move while nothing else is told.
struct CompareJob::Worker {
    struct OpenPhase {
        PhaseProgress progress;
        QElapsedTimer begun;
    };

    CompareOptions options;
    CancelToken cancel;
    std::unique_ptr<QThread> thread;
    QTimer ticker;
    QMap<QString, OpenPhase> open; ///< by "variant/phase"
};

CompareJob::CompareJob(CompareOptions options, QObject* parent)
    : QObject(parent), m_worker(std::make_unique<Worker>())
{
    m_worker->options = std::move(options);
    m_worker->ticker.setInterval(1000 / kTicksPerSecond);
    connect(&m_worker->ticker, &QTimer::timeout, this, [this] {
        for (Worker::OpenPhase& phase : m_worker->open) {
            phase.progress.elapsedMs = static_cast<double>(phase.begun.elapsed());
            Q_EMIT progressed(phase.progress);
        }
    });
}

CompareJob::~CompareJob()
{
    cancel();
    if (m_worker->thread)
        m_worker->thread->wait();
}

void CompareJob::start()
{
    if (m_worker->thread)
        return;
    // Each callback runs in the worker's thread and posts to this object's; a job that is gone gets nothing.
    CompareListener listener;
    listener.progressed = [this](const CompareListener::Phase& phase) {
        QMetaObject::invokeMethod(this, [this, progress = toProgress(phase)] {
            const QString key = progress.variant + '/' + progress.phase;
            if (progress.isOver) {
                m_worker->open.remove(key);
            } else {
                Worker::OpenPhase& open = m_worker->open[key];
                open.progress = progress;
                open.begun.start();
            }
            Q_EMIT progressed(progress);
        });
    };
    listener.variantEnded = [this](const std::string& variant, VariantStatus status,
                                   const std::string& sentence) {
        QMetaObject::invokeMethod(this, [this, variant, status, sentence] {
            Q_EMIT variantEnded(text(variant), status, text(sentence));
        });
    };
    listener.sessionWritten = [this](const std::string& folder) {
        QMetaObject::invokeMethod(this, [this, folder] { Q_EMIT sessionWritten(text(folder)); });
    };
    m_worker->thread.reset(QThread::create([this, listener = std::move(listener)] {
        const CompareOutcome outcome = runCompare(m_worker->options, listener, m_worker->cancel);
        QMetaObject::invokeMethod(this, [this, outcome] {
            m_worker->ticker.stop();
            m_worker->open.clear();
            m_worker->thread->wait();
            Q_EMIT finished(outcome);
        });
    }));
    m_worker->ticker.start();
    m_worker->thread->start();
}

void CompareJob::cancel()
{
    m_worker->cancel.cancel();
}

bool CompareJob::isRunning() const
{
    return m_worker->thread && m_worker->thread->isRunning();
}

} // namespace twintrace
