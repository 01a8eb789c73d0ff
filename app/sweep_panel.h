// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/batch_sweep.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;

namespace twintrace
{

class SweepChart;

/// Batch sizes as a chart with the sentence that says where compiling wins and why.
class SweepPanel : public QWidget
{
    Q_OBJECT

  public:
    /// `caption`: the line under the saved chart.
    explicit SweepPanel(std::function<QString()> caption, QWidget* parent = nullptr);
    /// `compiled`: what the second line of the chart is called.
    void showPoints(std::vector<SweepPoint> points, const QString& compiled);

  private:
    QLabel* m_sentence = nullptr;
    SweepChart* m_chart = nullptr;
};

} // namespace twintrace
