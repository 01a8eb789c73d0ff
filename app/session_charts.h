// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/charts/chart.h"
#include "views/export/figure.h"

#include <memory>
#include <string>
#include <vector>

namespace twintrace
{

struct TraceAnalysis;

/// Several charts beside and below each other as one picture.
class ChartGrid : public Figure
{
  public:
    ChartGrid(std::vector<std::unique_ptr<Chart>> charts, int columns);
    [[nodiscard]] QString figureName() const override { return QStringLiteral("charts"); }
    [[nodiscard]] QSize figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override;

  private:
    std::vector<std::unique_ptr<Chart>> m_charts;
    int m_columns = 1;
};

/// The charts of a session: cold vs warm, kernels, gaps, break-even; with `isFull` also first call and each
/// call.
[[nodiscard]] std::vector<std::unique_ptr<Chart>> sessionCharts(const Session& session,
                                                                const std::string& baseline, bool isFull);
/// The charts of one trace: top kernels, gap lengths, iterations.
[[nodiscard]] std::vector<std::unique_ptr<Chart>> traceCharts(const TraceAnalysis& analysis);

} // namespace twintrace
