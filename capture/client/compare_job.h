// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/compare_options.h"
#include "capture/client/compare_run.h"
#include "core/model/session.h"

#include <QMetaType>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace twintrace
{

/// One step of one variant, for a progress row.
struct PhaseProgress {
    QString variant; ///< its id; "" for what all variants share (export)
    QString phase;   ///< "start", "export", "toolchain", "compile", "load", "first", "cached", "warm_up",
                     ///< "measure", "record"
    QString note;    ///< a sentence for the person, may be empty
    double elapsedMs = 0;
    std::optional<double>
        estimateMs; ///< how long the phase will take in all, where an earlier run or the plan tells
    bool isOver = false;
};

/// Runs a comparison in a thread of its own: Python helper, runner children, rounds, recording, session
/// files. All signals arrive in the thread of the receiver. Destroying it cancels and leaves no child behind.
class CompareJob : public QObject
{
    Q_OBJECT
  public:
    explicit CompareJob(CompareOptions options, QObject* parent = nullptr);
    ~CompareJob() override;

    void start();
    /// Ends every child within a second; finished() still comes, with what was done until then.
    void cancel();
    [[nodiscard]] bool isRunning() const;

  Q_SIGNALS:
    /// At the begin and end of a phase and a few times a second in between.
    void progressed(const twintrace::PhaseProgress& progress);
    /// A variant is done, failed or skipped; `sentence` is the reason of the last two.
    void variantEnded(const QString& variant, twintrace::VariantStatus status, const QString& sentence);
    /// session.json was written with something new in it.
    void sessionWritten(const QString& folder);
    void finished(const twintrace::CompareOutcome& outcome);

  private:
    struct Worker;
    std::unique_ptr<Worker> m_worker;
};

} // namespace twintrace

Q_DECLARE_METATYPE(twintrace::CompareOutcome)
Q_DECLARE_METATYPE(twintrace::PhaseProgress)
