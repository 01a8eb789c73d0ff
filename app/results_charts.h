// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace twintrace
{

class BreakEvenChart;
class ColdWarmChart;
class FigureCard;
class StackedBarsChart;

/// The row of charts of the results page: cold vs warm, kernels and gaps a forward, when compiling pays back.
class ResultsCharts : public QWidget
{
    Q_OBJECT

  public:
    /// `caption`: the line under saved charts.
    explicit ResultsCharts(std::function<QString()> caption, QWidget* parent = nullptr);
    void showSession(const Session& session, const QString& baseline);

  Q_SIGNALS:
    /// Clicks: a variant; kernels of a family in it; gaps of a cause in it.
    void variantClicked(const QString& variant);
    void familyClicked(const QString& variant, const QString& familyTitle);
    void causeClicked(const QString& variant, const QString& causeTitle);

  private:
    std::vector<FigureCard*> m_cards;
    ColdWarmChart* m_cold = nullptr;
    StackedBarsChart* m_kernels = nullptr;
    StackedBarsChart* m_gaps = nullptr;
    BreakEvenChart* m_breakEven = nullptr;
};

} // namespace twintrace
