// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/waterfall.h"
#include "views/charts/chart.h"

#include <vector>

namespace twintrace
{

/// From the baseline's forward time down (or up) to the candidate's, one floating bar a cause. The bars sum
/// exactly.
class WaterfallChart : public Chart
{
    Q_OBJECT

  public:
    explicit WaterfallChart(QWidget* parent = nullptr);
    void setWaterfall(const Waterfall& waterfall, const QString& baseline, const QString& candidate);
    [[nodiscard]] QSize figureSize() const override { return {720, 420}; }

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    struct Bar {
        QString key;
        QString title;
        QString text;
        double from = 0; ///< µs
        double to = 0;
        bool isTotal = false;
        QCPItemRect* box = nullptr;
        QCPItemText* label = nullptr;
    };
    void addBar(Bar bar);

    std::vector<Bar> m_bars;
    QSharedPointer<QCPAxisTickerText> m_names;
};

} // namespace twintrace
