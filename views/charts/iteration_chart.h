// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart.h"

#include <vector>

namespace twintrace
{

/// The durations of one run's calls in the order they were made.
struct IterationSeries {
    QString id;
    QString label;
    std::vector<double> durationsUs;
    std::size_t warmupCalls = 0; ///< the first so many are warm-up and left out of every figure
};

/// Duration of each call or iteration, warm-up shaded.
class IterationChart : public Chart
{
    Q_OBJECT

  public:
    explicit IterationChart(QWidget* parent = nullptr);
    void setSeries(std::vector<IterationSeries> series);

  protected:
    void restyle(const Theme& theme) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    std::vector<IterationSeries> m_series;
    QCPItemRect* m_warmup = nullptr;
    QCPItemText* m_warmupText = nullptr;
};

} // namespace twintrace
