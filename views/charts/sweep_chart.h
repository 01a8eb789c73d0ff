// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/batch_sweep.h"
#include "views/charts/chart.h"

#include <vector>

namespace twintrace
{

/// Time of a call over the batch size, eager against compiled; where compiled wins the field between the
/// lines is shaded green, where it loses red. Both axes are logarithmic.
class SweepChart : public Chart
{
    Q_OBJECT

  public:
    explicit SweepChart(QWidget* parent = nullptr);
    /// `compiled`: what the second line is called.
    void setPoints(std::vector<SweepPoint> points, const QString& compiled);

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    struct Label {
        QCPItemText* speedup = nullptr;
        QCPItemText* regime = nullptr;
        double ratio = 1;
    };
    void addFields();
    void addLabels();

    std::vector<SweepPoint> m_points; ///< by batch size
    SweepSummary m_summary;
    QCPGraph* m_eager = nullptr;
    QCPGraph* m_compiled = nullptr;
    std::vector<QCPCurve*> m_fields; ///< one a piece between two batch sizes
    std::vector<bool> m_isFieldWon;
    std::vector<Label> m_labels;
    QSharedPointer<QCPAxisTickerText> m_batches;
};

} // namespace twintrace
