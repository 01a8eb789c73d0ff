// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/cold_warm_chart.h"

#include "views/charts/duration_ticker.h"
#include "views/charts/label_places.h"
#include "views/style/fonts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace twintrace
{
namespace
{

constexpr double kBarWidth = 0.25;
constexpr double kBarStep = 0.27;
constexpr double kLogFrom = 20; // bars that differ by more than this want a logarithmic axis

constexpr double kBarOverlap = 4;    // pixels that a label may reach over a higher neighbour
constexpr double kLabelGap = 1.5;    // pixels at each side of a label
constexpr int kAxisRoom = 60;        // what the value axis and the margins take of the width
constexpr double kTilt = -28;        // degrees, for names that are wider than their three bars
constexpr double kUnitFromMs = 1000; // narrow labels are milliseconds without a unit; seconds always say so

QString numberText(double milliseconds)
{
    return QString::number(milliseconds, 'g', 3);
}

QFont labelFont(int series)
{
    return uiFont(10, series == 2 ? QFont::DemiBold : QFont::Normal);
}

// The steady bar's label stands over the whisker of its interval.
int labelPadding(int series)
{
    return series == 2 ? 5 : 2;
}

const std::array<QString, 3>& seriesNames()
{
    static const std::array<QString, 3> names{QStringLiteral("first call, uncached"),
                                              QStringLiteral("first call, cached"), QStringLiteral("steady")};
    return names;
}

std::optional<double> valueOf(const SessionVariant& variant, int series)
{
    if (variant.status != VariantStatus::Ok)
        return std::nullopt;
    if (series == 0)
        return variant.uncached ? variant.uncached->totalMs : std::nullopt;
    if (series == 1)
        return variant.cached ? variant.cached->totalMs : std::nullopt;
    if (!variant.steady)
        return std::nullopt;
    return variant.steady->medianUs / 1000;
}

} // namespace

ColdWarmChart::ColdWarmChart(QWidget* parent)
    : Chart(QStringLiteral("cold-vs-warm"), tr("Cold vs warm"), parent)
{
    setEmptyText(tr("No latency was measured."));
    for (int series = 0; series < kSeriesCount; ++series) {
        m_bars[std::size_t(series)] = new QCPBars(xAxis, yAxis);
        m_bars[std::size_t(series)]->setName(seriesNames()[std::size_t(series)]);
        m_bars[std::size_t(series)]->setWidth(kBarWidth);
    }
    m_errors = new QCPErrorBars(xAxis, yAxis);
    m_errors->setDataPlottable(m_bars[2]);
    m_errors->removeFromLegend();
    placeLegendBelow();
}

void ColdWarmChart::setVariants(const std::vector<SessionVariant>& variants)
{
    m_variants = variants;
    for (const Label& label : m_labels)
        removeItem(label.item);
    m_labels.clear();
    for (QCPBars* bars : m_bars)
        bars->data()->clear();
    QVector<double> errorsMinus;
    QVector<double> errorsPlus;
    double least = std::numeric_limits<double>::max();
    double most = 0;
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const SessionVariant& variant = variants[i];
        QString name = QString::fromStdString(variant.id);
        if (variant.status != VariantStatus::Ok)
            name += variant.status == VariantStatus::Failed ? tr("\nfailed") : tr("\nskipped");
        names->addTick(double(i), name);
        for (int series = 0; series < kSeriesCount; ++series) {
            const std::optional<double> value = valueOf(variant, series);
            if (!value || !(*value > 0))
                continue;
            least = std::min(least, *value);
            most = std::max(most, *value);
            addBar(series, double(i) + (series - 1) * kBarStep, *value);
            if (series == 2) {
                errorsMinus << *value - variant.steady->ciLowUs / 1000;
                errorsPlus << variant.steady->ciHighUs / 1000 - *value;
            }
        }
    }
    m_errors->setData(errorsMinus, errorsPlus);
    xAxis->setTicker(names);
    xAxis->setRange(-0.5, double(variants.size()) - 0.5);
    const bool isLog = most > 0 && most / least > kLogFrom;
    setSubtitle(isLog ? tr("log scale, ms") : QString());
    yAxis->setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const double base = isLog ? std::pow(10, std::floor(std::log10(least) - 0.3)) : 0;
    for (QCPBars* bars : m_bars)
        bars->setBaseValue(base);
    if (isLog)
        yAxis->setTicker(QSharedPointer<LogDurationTicker>::create());
    else
        yAxis->setTicker(QSharedPointer<DurationTicker>::create());
    yAxis->ticker()->setTickCount(4);
    yAxis->setRange(base, isLog ? most * std::pow(most / base, 0.16) : most * 1.18);
    refresh(most == 0);
}

void ColdWarmChart::addBar(int series, double place, double milliseconds)
{
    m_bars[std::size_t(series)]->addData(place, milliseconds);
    auto* item = new QCPItemText(this);
    item->position->setCoords(place, milliseconds);
    item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    item->setPadding(QMargins(0, 0, 0, labelPadding(series)));
    item->setClipToAxisRect(false);
    m_labels.push_back({item, series, place, milliseconds, millisecondsText(milliseconds)});
}

void ColdWarmChart::restyle(const Theme& theme)
{
    const std::array<QColor, 3> colours{theme.coldUncached, theme.coldCached, theme.steady};
    for (std::size_t series = 0; series < m_bars.size(); ++series) {
        m_bars[series]->setBrush(colours[series]);
        m_bars[series]->setPen(Qt::NoPen);
    }
    m_errors->setPen(QPen(theme.text, 1));
    m_errors->setWhiskerWidth(5);
    for (const Label& label : m_labels) {
        label.item->setFont(labelFont(label.series));
        label.item->setColor(theme.text);
    }
    styleAxes({xAxis, yAxis});
    xAxis->grid()->setVisible(false);
    xAxis->setTickLabelColor(theme.text);
    yAxis->grid()->setVisible(!isEmpty());
}

QRectF ColdWarmChart::barRect(const Label& label) const
{
    const double left = xAxis->coordToPixel(label.place - kBarWidth / 2);
    const double right = xAxis->coordToPixel(label.place + kBarWidth / 2);
    const double top = yAxis->coordToPixel(label.milliseconds);
    return {QPointF(left, top), QPointF(right, axisRect()->bottom())};
}

// A label stands over its bar where it meets no other label and no other bar. Where not all fit, all lose
// their unit, so that they stay alike, and those that still do not fit go: the tool tip has them.
void ColdWarmChart::arrange(QSize size)
{
    Chart::arrange(size);
    if (m_labels.empty())
        return;
    const QFontMetricsF metrics(xAxis->tickLabelFont());
    double widest = 0;
    for (const SessionVariant& variant : m_variants)
        widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(variant.id)));
    const double room = double(size.width() - kAxisRoom) / double(m_variants.size());
    xAxis->setTickLabelRotation(widest + metrics.averageCharWidth() > room ? kTilt : 0);
    layOut(size);
    if (!placeLabels(size, true))
        placeLabels(size, false);
}

bool ColdWarmChart::placeLabels(QSize size, bool hasUnits)
{
    LabelPlaces places{QRectF(QPointF(), QSizeF(size))};
    for (const Label& label : m_labels)
        places.block(barRect(label).adjusted(kBarOverlap, 0, -kBarOverlap, 0));
    bool allFit = true;
    // The steady ones, which matter most, choose first.
    for (const int series : {2, 0, 1}) {
        const QFontMetricsF metrics(labelFont(series));
        for (const Label& label : m_labels) {
            if (label.series != series)
                continue;
            const bool isFull = hasUnits || label.milliseconds >= kUnitFromMs;
            const QString text = isFull ? label.full : numberText(label.milliseconds);
            const QRectF bar = barRect(label);
            const QSizeF box(metrics.horizontalAdvance(text), metrics.height() - 2);
            const QPointF corner(bar.center().x() - box.width() / 2,
                                 bar.top() - labelPadding(series) - box.height() - 1);
            const bool fits = places.take(QRectF(corner, box).adjusted(-kLabelGap, 0, kLabelGap, 0));
            label.item->setText(text);
            label.item->setVisible(fits);
            allFit = allFit && fits;
        }
    }
    return allFit;
}

Chart::Hit ColdWarmChart::hitAt(const QPointF& place) const
{
    const double key = xAxis->pixelToCoord(place.x());
    const auto index = std::lround(key);
    if (index < 0 || std::size_t(index) >= m_variants.size() || !axisRect()->rect().contains(place.toPoint()))
        return {};
    const SessionVariant& variant = m_variants[std::size_t(index)];
    const int series =
        std::clamp(int(std::lround((key - double(index)) / kBarStep)) + 1, 0, kSeriesCount - 1);
    const QString id = QString::fromStdString(variant.id);
    const QString label = QString::fromStdString(variant.label);
    const std::optional<double> value = valueOf(variant, series);
    if (!value)
        return {label + ": " + QString::fromStdString(variant.error), id, QString()};
    QString text = label + "\n" + seriesNames()[std::size_t(series)] + ": " + millisecondsText(*value);
    const auto add = [&text](const QString& name, std::optional<double> ms) {
        if (ms)
            text += "\n  " + name + " " + millisecondsText(*ms);
    };
    if (series == 0 && variant.uncached) {
        add(tr("export"), variant.uncached->exportMs);
        add(tr("compile"), variant.uncached->compileMs);
        add(tr("load"), variant.uncached->loadMs);
        add(tr("first run"), variant.uncached->firstMs);
    } else if (series == 1 && variant.cached) {
        add(tr("load"), variant.cached->loadMs);
        add(tr("first run"), variant.cached->firstMs);
    } else if (variant.steady) {
        text +=
            tr("\n95 %: %1 – %2, %3 calls")
                .arg(microsecondsLabel(variant.steady->ciLowUs), microsecondsLabel(variant.steady->ciHighUs))
                .arg(variant.steady->samples);
    }
    return {text, id, seriesNames()[std::size_t(series)]};
}

} // namespace twintrace
