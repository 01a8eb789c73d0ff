// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_charts.h"

#include "app/trace_analysis.h"
#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/phase_rows.h"
#include "views/charts/session_rows.h"
#include "views/charts/trace_rows.h"
#include "views/models/figure_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr double kGap = 12;
constexpr QSize kChartSize(600, 340);

QString tr(const char* text)
{
    return QCoreApplication::translate("SessionCharts", text);
}

std::unique_ptr<Chart> makeBars(const char* name, const QString& title, const QString& subtitle,
                                StackedBarsChart::ColourOf colourOf, std::vector<BarRow> rows,
                                const QString& emptyText, const QStringList& keyOrder = {})
{
    auto chart = std::make_unique<StackedBarsChart>(QString::fromLatin1(name), title, std::move(colourOf));
    chart->setSubtitle(subtitle);
    chart->setEmptyText(emptyText);
    chart->setKeyOrder(keyOrder);
    chart->setRows(std::move(rows));
    return chart;
}

} // namespace

ChartGrid::ChartGrid(std::vector<std::unique_ptr<Chart>> charts, int columns)
    : m_charts(std::move(charts)), m_columns(std::max(1, columns))
{
}

QSize ChartGrid::figureSize() const
{
    const int rows = (int(m_charts.size()) + m_columns - 1) / m_columns;
    return {m_columns * kChartSize.width(), std::max(1, rows) * kChartSize.height()};
}

void ChartGrid::paintFigure(QPainter& painter, const QRectF& area, const Theme& theme)
{
    const int count = int(m_charts.size());
    const int rows = std::max(1, (count + m_columns - 1) / m_columns);
    const double height = (area.height() - kGap * (rows + 1)) / rows;
    for (int i = 0; i < count; ++i) {
        const int row = i / m_columns;
        // The last row spreads over the whole width.
        const int inRow = std::min(m_columns, count - row * m_columns);
        const double width = (area.width() - kGap * (inRow + 1)) / inRow;
        const QRectF box(area.left() + kGap + (i % m_columns) * (width + kGap),
                         area.top() + kGap + row * (height + kGap), width, height);
        m_charts[std::size_t(i)]->paintFigure(painter, box.adjusted(5, 5, -5, -5), theme);
        painter.setPen(QPen(theme.border, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 8, 8);
    }
}

std::vector<std::unique_ptr<Chart>> sessionCharts(const Session& session, const std::string& baseline,
                                                  bool isFull)
{
    const bool isCpu = !session.environment.isOnGpu();
    std::vector<std::unique_ptr<Chart>> charts;
    auto cold = std::make_unique<ColdWarmChart>();
    cold->setVariants(session.variants);
    charts.push_back(std::move(cold));
    charts.push_back(makeBars(
        "kernels-a-forward", isCpu ? tr("CPU kernels a forward") : tr("Kernels a forward"), tr("by family"),
        kernelFamilyColour, kernelFamilyRows(session.variants), tr("No variant was recorded.")));
    charts.push_back(
        makeBars("gaps-a-forward", tr("Gaps a forward"), tr("by cause"), gapCauseColour,
                 gapCauseRows(session.variants),
                 isCpu ? tr("No gaps on CPU: there is no device that waits.") : tr("No gap over 1 µs.")));
    auto breakEven = std::make_unique<BreakEvenChart>();
    breakEven->setSession(session, textOf(baseline));
    charts.push_back(std::move(breakEven));
    if (!isFull)
        return charts;
    charts.push_back(makeBars("first-call", tr("What the uncached first call is made of"), QString(),
                              firstCallColour, firstCallRows(session.variants),
                              tr("No first call was measured."), phaseOrder()));
    auto calls = std::make_unique<IterationChart>();
    calls->setTitle(tr("Duration of each measured call"));
    calls->setSeries(callSeries(session));
    charts.push_back(std::move(calls));
    return charts;
}

std::vector<std::unique_ptr<Chart>> traceCharts(const TraceAnalysis& analysis)
{
    std::vector<std::unique_ptr<Chart>> charts;
    charts.push_back(makeBars("top-kernels", tr("Top kernels by time"), QString(), kernelFamilyColour,
                              topKernelRows(analysis.kernels), tr("This trace holds no kernels.")));
    charts.push_back(makeBars("gap-lengths", tr("How long the gaps are"),
                              tr("number of device gaps over 1 µs"), gapCauseColour,
                              gapHistogramRows(gapHistogram(analysis.gaps)), tr("No device gap over 1 µs.")));
    auto iterations = std::make_unique<IterationChart>();
    iterations->setTitle(tr("Duration of each iteration"));
    iterations->setSeries({iterationSeries(QStringLiteral("trace"), tr("end to end"), analysis.iterations)});
    charts.push_back(std::move(iterations));
    return charts;
}

} // namespace twintrace
