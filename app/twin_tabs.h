// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu_idle.h"
#include "core/model/tracks.h"

#include <QWidget>

#include <memory>
#include <vector>

class QTabWidget;

namespace twintrace
{

class DeltaTableModel;
struct TraceAnalysis;
struct TraceComparison;

/// The tabs under twin timelines.
class TwinTabs : public QWidget
{
    Q_OBJECT

  public:
    explicit TwinTabs(QWidget* parent = nullptr);
    ~TwinTabs() override;

    void setCaption(const QString& caption);
    void showTraces(const std::shared_ptr<const TraceAnalysis>& baseline,
                    const std::shared_ptr<const TraceAnalysis>& candidate, const QString& baselineTitle,
                    const QString& candidateTitle);
    void showComparison(const TraceComparison& comparison, const QString& baselineTitle,
                        const QString& candidateTitle);
    [[nodiscard]] QTabWidget& tabs();

  Q_SIGNALS:
    /// A row of the kernel map.
    void groupChosen(int row);
    /// Events of one side, from any other table or chart.
    void eventsChosen(bool isCandidate, const std::vector<twintrace::EventId>& events);
    /// A gap of one side, from a bar of the histogram.
    void gapChosen(bool isCandidate, const twintrace::Gap& gap);
    /// A cause of gaps or an API function, to be shown on both sides.
    void causeChosen(twintrace::GapCause cause);
    void apiChosen(const QString& api);
    /// An iteration of one side, counted from 0.
    void forwardChosen(bool isCandidate, int forward);

  private:
    void chooseGap(bool isCandidate, const QString& bin, const QString& cause);
    void chooseDelta(const DeltaTableModel* model, int row);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
