// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/waterfall_chart.h"

#include "core/base/format.h"
#include "views/style/fonts.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kHalfBar = 0.32;
constexpr double kNanosecondsPerMicrosecond = 1e3;
constexpr int kLabelRoom = 90;

} // namespace

WaterfallChart::WaterfallChart(QWidget* parent)
    : Chart(QStringLiteral("where-it-comes-from"), tr("Where the difference comes from"), parent),
      m_names(QSharedPointer<QCPAxisTickerText>::create())
{
    setSubtitle(tr("time of a forward"));
    setEmptyText(tr("Both traces need forwards to take apart."));
    yAxis->setTicker(m_names);
    yAxis->setRangeReversed(true);
    axisRect()->setMinimumMargins(QMargins(4, 4, 8, 8));
}

void WaterfallChart::addBar(Bar bar)
{
    const auto place = double(m_bars.size());
    bar.box = new QCPItemRect(this);
    bar.box->topLeft->setCoords(std::min(bar.from, bar.to), place - kHalfBar);
    bar.box->bottomRight->setCoords(std::max(bar.from, bar.to), place + kHalfBar);
    bar.label = new QCPItemText(this);
    bar.label->position->setCoords(std::max(bar.from, bar.to), place);
    bar.label->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    bar.label->setPadding(QMargins(6, 0, 0, 0));
    bar.label->setText(bar.text);
    bar.label->setClipToAxisRect(false);
    m_bars.push_back(std::move(bar));
}

void WaterfallChart::setWaterfall(const Waterfall& waterfall, const QString& baseline,
                                  const QString& candidate)
{
    for (const Bar& bar : m_bars) {
        removeItem(bar.box);
        removeItem(bar.label);
    }
    m_bars.clear();
    const auto us = [](Nanoseconds time) { return double(time) / kNanosecondsPerMicrosecond; };
    addBar({QString(), baseline, QString::fromStdString(formatDuration(waterfall.baseline)), 0,
            us(waterfall.baseline), true});
    Nanoseconds sum = waterfall.baseline;
    for (const WaterfallStep& step : waterfall.steps) {
        if (step.delta == 0)
            continue;
        addBar({QString::fromStdString(step.key), QString::fromStdString(step.title),
                QString::fromStdString(formatDelta(step.delta)), us(sum), us(sum + step.delta), false});
        sum += step.delta;
    }
    addBar({QString(), candidate, QString::fromStdString(formatDuration(waterfall.candidate)), 0,
            us(waterfall.candidate), true});
    yAxis->setRange(-0.6, double(m_bars.size()) - 0.4);
    refresh(waterfall.baseline <= 0 || waterfall.candidate <= 0);
}

void WaterfallChart::restyle(const Theme& theme)
{
    for (const Bar& bar : m_bars) {
        bar.box->setPen(Qt::NoPen);
        bar.box->setBrush(bar.isTotal ? theme.coldUncached : bar.to < bar.from ? theme.good : theme.bad);
        bar.box->setVisible(!isEmpty());
        bar.label->setFont(uiFont(11, bar.isTotal ? QFont::Bold : QFont::DemiBold));
        bar.label->setColor(bar.isTotal ? theme.text : bar.to < bar.from ? theme.good : theme.bad);
        bar.label->setVisible(!isEmpty());
    }
    styleAxes({yAxis});
    yAxis->setTickLabelColor(theme.text);
    yAxis->grid()->setVisible(false);
    xAxis->grid()->setVisible(false);
}

void WaterfallChart::arrange(QSize size)
{
    Chart::arrange(size);
    double most = 0;
    double labelWidth = 0;
    const QFontMetricsF metrics(uiFont(11));
    m_names->clear();
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        most = std::max({most, m_bars[i].from, m_bars[i].to});
        const QString name = metrics.elidedText(m_bars[i].title, Qt::ElideRight, size.width() * 0.4);
        m_names->addTick(double(i), name);
        labelWidth = std::max(labelWidth, metrics.horizontalAdvance(name));
    }
    const double plotWidth = std::max(60.0, size.width() - labelWidth - 40);
    xAxis->setRange(0, most * plotWidth / std::max(30.0, plotWidth - kLabelRoom));
}

Chart::Hit WaterfallChart::hitAt(const QPointF& place) const
{
    const auto index = std::lround(yAxis->pixelToCoord(place.y()));
    if (index < 0 || std::size_t(index) >= m_bars.size())
        return {};
    const Bar& bar = m_bars[std::size_t(index)];
    return {bar.title + "\n" + bar.text, QString(), bar.key};
}

} // namespace twintrace
