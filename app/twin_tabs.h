// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timeline_state.h"

#include <QWidget>

#include <memory>
#include <vector>

class QTabWidget;

namespace twintrace
{

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

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
