// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/iteration_chart.h"

#include "views/charts/break_even_chart.h"
#include "views/charts/duration_ticker.h"
#include "views/style/fonts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace twintrace
{
namespace
{

constexpr double kLogFrom = 30;
constexpr std::size_t kDotsUpTo = 400; // more points than that are drawn as a line alone

} // namespace

IterationChart::IterationChart(QWidget* parent)
    : Chart(QStringLiteral("iterations"), tr("Duration of each call"), parent)
{
    setEmptyText(tr("No iterations were found."));
    m_warmup = new QCPItemRect(this);
    m_warmupText = new QCPItemText(this);
    m_warmupText->setText(tr("warm-up"));
    m_warmupText->position->setType(QCPItemPosition::ptPlotCoords);
    m_warmupText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_warmupText->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_warmup->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_warmup->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    xAxis->setLabel(tr("call"));
    xAxis->setTicker(QSharedPointer<CountTicker>::create());
    placeLegendBelow();
}

void IterationChart::setSeries(std::vector<IterationSeries> series)
{
    m_series = std::move(series);
    clearGraphs();
    std::size_t calls = 0;
    std::size_t warmup = 0;
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (const IterationSeries& run : m_series) {
        QVector<double> x;
        QVector<double> y;
        for (std::size_t i = 0; i < run.durationsUs.size(); ++i) {
            x << double(i + 1);
            y << run.durationsUs[i] / 1000;
            least = std::min(least, y.back());
            most = std::max(most, y.back());
        }
        QCPGraph* graph = addGraph();
        graph->setName(run.label);
        graph->setData(x, y, true);
        calls = std::max(calls, run.durationsUs.size());
        warmup = std::max(warmup, run.warmupCalls);
    }
    const bool isLog = most > 0 && least > 0 && most / least > kLogFrom;
    setSubtitle(isLog ? tr("log scale") : QString());
    yAxis->setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (isLog)
        yAxis->setTicker(QSharedPointer<LogDurationTicker>::create());
    else
        yAxis->setTicker(QSharedPointer<DurationTicker>::create());
    yAxis->ticker()->setTickCount(4);
    yAxis->setRange(isLog ? least * 0.7 : 0, isLog ? most * 1.5 : most * 1.12);
    xAxis->setRange(0.5, double(std::max<std::size_t>(calls, 2)) + 0.5);
    m_warmup->topLeft->setCoords(0.5, 0);
    m_warmup->bottomRight->setCoords(double(warmup) + 0.5, 1);
    m_warmupText->position->setCoords(0.5, 0.01);
    m_warmup->setVisible(warmup > 0);
    m_warmupText->setVisible(warmup > 0);
    refresh(most <= 0);
}

void IterationChart::restyle(const Theme& theme)
{
    for (int i = 0; i < graphCount(); ++i) {
        const QColor colour = variantColour(std::size_t(i), theme);
        graph(i)->setPen(QPen(colour, 1.4));
        const bool hasDots = graph(i)->data()->size() <= int(kDotsUpTo);
        graph(i)->setScatterStyle(hasDots ? QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 4)
                                          : QCPScatterStyle(QCPScatterStyle::ssNone));
    }
    QColor shade = theme.muted;
    shade.setAlpha(theme.isDark ? 46 : 30);
    m_warmup->setBrush(shade);
    m_warmup->setPen(Qt::NoPen);
    m_warmupText->setFont(uiFont(11));
    m_warmupText->setColor(theme.muted);
    m_warmupText->setPadding(QMargins(4, 2, 0, 0));
    styleAxes({xAxis, yAxis});
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(!isEmpty());
}

Chart::Hit IterationChart::hitAt(const QPointF& place) const
{
    const auto call = std::lround(xAxis->pixelToCoord(place.x()));
    if (call < 1 || !axisRect()->rect().contains(place.toPoint()))
        return {};
    QString text = tr("call %1").arg(call);
    QString nearest;
    double distance = 0;
    for (const IterationSeries& run : m_series) {
        if (std::size_t(call) > run.durationsUs.size())
            continue;
        const double us = run.durationsUs[std::size_t(call) - 1];
        text += "\n" + run.label + ": " + microsecondsLabel(us);
        if (std::size_t(call) <= run.warmupCalls)
            text += tr(" (warm-up)");
        const double away = std::abs(yAxis->coordToPixel(us / 1000) - place.y());
        if (nearest.isEmpty() || away < distance) {
            nearest = run.id;
            distance = away;
        }
    }
    return {text, nearest, QString::number(call)};
}

} // namespace twintrace
