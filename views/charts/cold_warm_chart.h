// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart.h"

#include "core/model/session.h"

#include <array>
#include <vector>

namespace twintrace
{

/// The three latencies of each variant beside each other: uncached first call, cached first call, steady
/// median with its 95 % interval. The time axis is logarithmic when the bars differ too much to be read
/// otherwise.
class ColdWarmChart : public Chart
{
    Q_OBJECT

  public:
    explicit ColdWarmChart(QWidget* parent = nullptr);
    void setVariants(const std::vector<SessionVariant>& variants);

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    static constexpr int kSeriesCount = 3;
    struct Label {
        QCPItemText* item = nullptr;
        int series = 0;
        double place = 0;
        double milliseconds = 0;
        QString full;
    };
    [[nodiscard]] QRectF barRect(const Label& label) const;
    bool placeLabels(QSize size, bool hasUnits);
    void addBar(int series, double place, double milliseconds);

    std::array<QCPBars*, kSeriesCount> m_bars{};
    QCPErrorBars* m_errors = nullptr;
    std::vector<Label> m_labels;
    std::vector<SessionVariant> m_variants;
};

} // namespace twintrace
