// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/compare_job.h"
#include "core/model/session.h"

#include <QWidget>

#include <array>
#include <vector>

namespace twintrace
{

/// How far one variant is: a pill for each phase, and what is going on in words.
class ProgressRow : public QWidget
{
    Q_OBJECT

  public:
    ProgressRow(const QString& id, const QString& label, QWidget* parent = nullptr);

    [[nodiscard]] const QString& id() const { return m_id; }
    void setProgress(const PhaseProgress& progress);
    void setEnded(VariantStatus status, const QString& sentence);
    /// Nothing more will come; what was running has stopped.
    void setStopped();
    [[nodiscard]] QString statusText() const { return m_status; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 38}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {520, 38}; }

    static constexpr int kPhaseCount = 6;
    /// Which pill a phase of the job belongs to; -1 for none.
    [[nodiscard]] static int pillOf(const QString& phase);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    enum class PillState { Waiting, Running, Done, NotNeeded, Failed };
    void setStatus(const QString& text);
    void paintPill(QPainter& painter, const QRectF& box, int index) const;

    QString m_id;
    QString m_label;
    QString m_status;
    bool m_hasFailed = false;
    bool m_isOver = false;
    std::array<PillState, kPhaseCount> m_pills{};
    double m_runningShare = 0;
};

} // namespace twintrace
