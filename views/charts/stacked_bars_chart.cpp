// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/stacked_bars_chart.h"

#include "views/style/fonts.h"
#include "views/style/palette.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kBarWidth = 0.66;
constexpr int kLetters = 11; // pixels
constexpr int kLeastLetters = 8;
constexpr double kWidestLabelShare = 0.42; // of the chart: a row's label is cut beyond that

} // namespace

StackedBarsChart::StackedBarsChart(const QString& name, const QString& title, ColourOf colourOf,
                                   QWidget* parent)
    : Chart(name, title, parent), m_colourOf(std::move(colourOf)),
      m_names(QSharedPointer<QCPAxisTickerText>::create())
{
    yAxis->setTicker(m_names);
    yAxis->setRangeReversed(true);
    yAxis->setTickLabelPadding(6);
    axisRect()->setMinimumMargins(QMargins(4, 4, 8, 4));
    placeLegendBelow();
}

QCPBars* StackedBarsChart::barsFor(const QString& key)
{
    const auto found = std::find(m_keys.begin(), m_keys.end(), key);
    if (found != m_keys.end())
        return m_bars[std::size_t(found - m_keys.begin())];
    auto* bars = new QCPBars(yAxis, xAxis);
    bars->setName(key);
    bars->setWidth(kBarWidth);
    bars->setStackingGap(0);
    if (!m_bars.empty())
        bars->moveAbove(m_bars.back());
    m_keys.push_back(key);
    m_bars.push_back(bars);
    return bars;
}

void StackedBarsChart::setRows(std::vector<BarRow> rows)
{
    m_rows = std::move(rows);
    for (const PartItem& part : m_partItems)
        removeItem(part.item);
    for (const TotalItem& total : m_totalItems) {
        removeItem(total.strong);
        removeItem(total.rest);
    }
    m_partItems.clear();
    m_totalItems.clear();
    for (QCPBars* bars : m_bars)
        removePlottable(bars);
    m_bars.clear();
    m_keys.clear();
    m_names->clear();
    m_most = 0;
    for (const QString& key : m_order) {
        if (hasKey(key))
            static_cast<void>(barsFor(key)); // made now, so that it stands first
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        addRow(i);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        addPartLabels(i);
    yAxis->setRange(-0.6, double(std::max<std::size_t>(m_rows.size(), 1)) - 0.4);
    refresh(m_most <= 0);
}

bool StackedBarsChart::hasKey(const QString& key) const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [&key](const BarRow& row) {
        return std::any_of(row.parts.begin(), row.parts.end(),
                           [&key](const BarPart& part) { return part.key == key && part.value > 0; });
    });
}

void StackedBarsChart::addRow(std::size_t index)
{
    const BarRow& row = m_rows[index];
    m_names->addTick(double(index), row.label);
    double sum = 0;
    for (const BarPart& part : row.parts) {
        if (!(part.value > 0))
            continue;
        barsFor(part.key)->addData(double(index), part.value);
        sum += part.value;
    }
    TotalItem total{new QCPItemText(this), new QCPItemText(this), sum};
    const qsizetype split = row.total.indexOf(QStringLiteral(" · "));
    total.strong->setText(split < 0 ? row.total : row.total.left(split));
    total.rest->setText(split < 0 ? QString() : row.total.mid(split));
    for (QCPItemText* item : {total.strong, total.rest}) {
        item->position->setCoords(sum, double(index));
        item->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        item->setClipToAxisRect(false);
    }
    m_totalItems.push_back(total);
    m_most = std::max(m_most, sum);
}

// The stack follows the order of keys, not the order of parts within the row.
void StackedBarsChart::addPartLabels(std::size_t index)
{
    double sum = 0;
    for (const QString& key : m_keys) {
        for (const BarPart& part : m_rows[index].parts) {
            if (part.key != key || !(part.value > 0))
                continue;
            auto* item = new QCPItemText(this);
            item->position->setCoords(sum + part.value / 2, double(index));
            item->setPositionAlignment(Qt::AlignCenter);
            item->setText(part.text);
            m_partItems.push_back({item, part.value, part.key, part.text});
            sum += part.value;
        }
    }
}

void StackedBarsChart::restyle(const Theme& theme)
{
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        m_bars[i]->setBrush(m_colourOf(m_keys[i], theme));
        m_bars[i]->setPen(QPen(theme.isPrint ? theme.page : theme.card, 1));
    }
    for (const PartItem& part : m_partItems) {
        part.item->setFont(uiFont(10, QFont::Medium));
        part.item->setColor(textOn(m_colourOf(part.key, theme)));
    }
    for (const TotalItem& total : m_totalItems) {
        total.strong->setColor(theme.text);
        total.rest->setColor(theme.muted);
    }
    styleAxes({yAxis});
    yAxis->setTickLabelColor(theme.text);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->grid()->setVisible(false);
    xAxis->grid()->setVisible(false);
}

void StackedBarsChart::arrange(QSize size)
{
    Chart::arrange(size);
    if (m_rows.empty() || m_most <= 0)
        return;
    layOut(size);
    // Letters shrink a little before the lines of many rows touch each other.
    const double rowHeight = axisRect()->height() / double(m_rows.size());
    const int letters = std::clamp(int(rowHeight) - 1, kLeastLetters, kLetters);
    const QFontMetricsF metrics(uiFont(letters));
    const QFontMetricsF strong(uiFont(letters, QFont::Bold));
    const QFontMetricsF inside(uiFont(10, QFont::Medium));
    const bool fitsInside = rowHeight * kBarWidth >= inside.ascent();
    yAxis->setTickLabelFont(uiFont(letters));
    for (const TotalItem& total : m_totalItems) {
        total.strong->setFont(uiFont(letters, QFont::Bold));
        total.rest->setFont(uiFont(letters));
    }
    double labelWidth = 0;
    m_names->clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const QString label =
            metrics.elidedText(m_rows[i].label, Qt::ElideMiddle, size.width() * kWidestLabelShare);
        m_names->addTick(double(i), label);
        labelWidth = std::max(labelWidth, metrics.horizontalAdvance(label));
    }
    const double plotWidth = std::max(40.0, size.width() - labelWidth - 40);
    // The longest bar ends where its total still fits behind it.
    double perPixel = m_most / plotWidth;
    for (const TotalItem& total : m_totalItems) {
        const double text = strong.horizontalAdvance(total.strong->text()) +
                            metrics.horizontalAdvance(total.rest->text()) + 14;
        perPixel = std::max(perPixel, total.value / std::max(30.0, plotWidth - text));
    }
    xAxis->setRange(0, perPixel * plotWidth);
    for (const TotalItem& total : m_totalItems) {
        total.strong->setPadding(QMargins(7, 0, 0, 0));
        total.rest->setPadding(QMargins(int(8 + strong.horizontalAdvance(total.strong->text())), 0, 0, 0));
    }
    for (const PartItem& part : m_partItems)
        part.item->setVisible(fitsInside && !part.text.isEmpty() &&
                              inside.horizontalAdvance(part.text) + 6 <= part.value / perPixel);
}

Chart::Hit StackedBarsChart::hitAt(const QPointF& place) const
{
    const auto index = std::lround(yAxis->pixelToCoord(place.y()));
    if (index < 0 || std::size_t(index) >= m_rows.size())
        return {};
    const BarRow& row = m_rows[std::size_t(index)];
    const double value = xAxis->pixelToCoord(place.x());
    if (value < 0)
        return {row.label, row.id, QString()};
    double sum = 0;
    // The stack follows the order of keys, not the order of parts within the row.
    for (const QString& key : m_keys) {
        for (const BarPart& part : row.parts) {
            if (part.key != key)
                continue;
            sum += part.value;
            if (value <= sum)
                return {row.label + "\n" + part.hover, row.id, part.key};
        }
    }
    return {row.label + "\n" + row.total, row.id, QString()};
}

} // namespace twintrace
