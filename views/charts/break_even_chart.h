// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/charts/chart.h"

#include <vector>

namespace twintrace
{

/// Total time spent after N calls, first call included, one line a variant; where a candidate's line crosses
/// the baseline's, compiling has paid off.
class BreakEvenChart : public Chart
{
    Q_OBJECT

  public:
    explicit BreakEvenChart(QWidget* parent = nullptr);
    void setSession(const Session& session, const QString& baseline);

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    struct Line {
        QString id;
        QString label;
        double firstMs = 0;
        double steadyMs = 0;
        QCPGraph* graph = nullptr;
    };
    struct Crossing {
        QCPItemTracer* dot = nullptr;
        QCPItemText* text = nullptr;
    };
    void drawLines(double calls);
    void markCrossings(const Session& session, const QString& baseline);

    std::vector<Line> m_lines;
    std::vector<Crossing> m_crossings;
    QString m_baseline;
};

/// A colour for the i-th variant in charts that tell variants apart; the baseline (0) is ink.
[[nodiscard]] QColor variantColour(std::size_t index, const Theme& theme);

} // namespace twintrace
