// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/sweep_chart.h"

#include "core/base/format.h"
#include "views/charts/break_even_chart.h"
#include "views/charts/duration_ticker.h"
#include "views/style/fonts.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kMillisecondsPerMicrosecond = 1e-3;
constexpr double kTie = 0.03;       // no win and no loss: short rounds scatter by as much
constexpr double kRoomAbove = 0.42; // of the decades shown: the labels over the lines

QString shortRegime(SweepRegime regime)
{
    switch (regime) {
    case SweepRegime::OverheadBound:
        return SweepChart::tr("overhead-bound");
    case SweepRegime::ComputeBound:
        return SweepChart::tr("compute-bound");
    case SweepRegime::Mixed:
        return SweepChart::tr("between");
    case SweepRegime::Unknown:
        break;
    }
    return {};
}

} // namespace

SweepChart::SweepChart(QWidget* parent)
    : Chart(QStringLiteral("batch-sweep"), tr("Where compiling wins"), parent),
      m_batches(QSharedPointer<QCPAxisTickerText>::create())
{
    setSubtitle(tr("time of a call, log scale"));
    setEmptyText(tr("Give several batch sizes to see from which on compiling wins."));
    m_eager = addGraph();
    m_compiled = addGraph();
    m_eager->setName(tr("eager"));
    xAxis->setScaleType(QCPAxis::stLogarithmic);
    yAxis->setScaleType(QCPAxis::stLogarithmic);
    xAxis->setTicker(m_batches);
    xAxis->setLabel(tr("batch size"));
    yAxis->setTicker(QSharedPointer<LogDurationTicker>::create());
    placeLegendBelow();
}

void SweepChart::setPoints(std::vector<SweepPoint> points, const QString& compiled)
{
    std::sort(points.begin(), points.end(),
              [](const SweepPoint& one, const SweepPoint& other) { return one.batch < other.batch; });
    m_points = std::move(points);
    m_summary = summariseSweep(m_points);
    m_compiled->setName(compiled);
    for (QCPCurve* field : m_fields)
        removePlottable(field);
    for (const Label& label : m_labels) {
        removeItem(label.speedup);
        removeItem(label.regime);
    }
    m_fields.clear();
    m_isFieldWon.clear();
    m_labels.clear();
    m_batches->clear();
    const bool isEmpty = m_points.size() < 2 || m_summary.regimes.size() != m_points.size();
    if (!isEmpty) {
        QVector<double> batches;
        QVector<double> eager;
        QVector<double> after;
        for (const SweepPoint& point : m_points) {
            batches << double(point.batch);
            eager << point.eagerUs * kMillisecondsPerMicrosecond;
            after << point.compiledUs * kMillisecondsPerMicrosecond;
            m_batches->addTick(double(point.batch), QString::fromStdString(formatCount(point.batch)));
        }
        m_eager->setData(batches, eager, true);
        m_compiled->setData(batches, after, true);
        const double least = std::min(*std::min_element(eager.begin(), eager.end()),
                                      *std::min_element(after.begin(), after.end()));
        const double most = std::max(*std::max_element(eager.begin(), eager.end()),
                                     *std::max_element(after.begin(), after.end()));
        const double decades = std::max(std::log10(most / least), 0.3);
        yAxis->setRange(least * std::pow(10, -0.12 * decades), most * std::pow(10, kRoomAbove * decades));
        xAxis->setRange(batches.front() / 1.5, batches.back() * 1.5);
        addFields();
        addLabels();
    }
    refresh(isEmpty);
}

// The field between the lines, cut at each batch size: its colour says who wins there.
void SweepChart::addFields()
{
    for (std::size_t i = 1; i < m_points.size(); ++i) {
        const SweepPoint& from = m_points[i - 1];
        const SweepPoint& to = m_points[i];
        auto* field = new QCPCurve(xAxis, yAxis);
        field->removeFromLegend();
        const QVector<double> keys{double(from.batch), double(to.batch), double(to.batch),
                                   double(from.batch)};
        const QVector<double> values{
            from.eagerUs * kMillisecondsPerMicrosecond, to.eagerUs * kMillisecondsPerMicrosecond,
            to.compiledUs * kMillisecondsPerMicrosecond, from.compiledUs * kMillisecondsPerMicrosecond};
        field->setData({0, 1, 2, 3}, keys, values, true);
        field->setPen(Qt::NoPen);
        m_fields.push_back(field);
        m_isFieldWon.push_back(from.eagerUs * to.eagerUs > from.compiledUs * to.compiledUs);
    }
}

void SweepChart::addLabels()
{
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const SweepPoint& point = m_points[i];
        Label label{new QCPItemText(this), new QCPItemText(this), point.eagerUs / point.compiledUs};
        label.speedup->setText(QString::fromStdString(formatRatio(label.ratio)));
        label.regime->setText(shortRegime(m_summary.regimes[i]));
        for (QCPItemText* item : {label.speedup, label.regime}) {
            item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignTop);
            item->setClipToAxisRect(false);
        }
        label.speedup->position->setCoords(double(point.batch), 0);
        label.regime->position->setCoords(double(point.batch), 0);
        label.regime->setPadding(QMargins(0, 16, 0, 0));
        m_labels.push_back(label);
    }
}

void SweepChart::restyle(const Theme& theme)
{
    const QColor eager = variantColour(0, theme);
    const QColor compiled = variantColour(1, theme);
    m_eager->setPen(QPen(eager, 1.6, Qt::DashLine));
    m_compiled->setPen(QPen(compiled, 1.8));
    m_eager->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, eager, eager, 6));
    m_compiled->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, compiled, compiled, 6));
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        QColor shade = m_isFieldWon[i] ? theme.good : theme.bad;
        shade.setAlpha(theme.isDark ? 60 : 36);
        m_fields[i]->setBrush(shade);
    }
    for (const Label& label : m_labels) {
        label.speedup->setFont(uiFont(12, QFont::DemiBold));
        label.speedup->setColor(std::abs(label.ratio - 1) < kTie ? theme.muted
                                : label.ratio > 1                ? theme.good
                                                                 : theme.bad);
        label.regime->setFont(uiFont(11));
        label.regime->setColor(theme.muted);
    }
    styleAxes({xAxis, yAxis});
    yAxis->grid()->setVisible(!isEmpty());
    xAxis->grid()->setVisible(false);
}

void SweepChart::arrange(QSize size)
{
    Chart::arrange(size);
    if (m_points.size() < 2)
        return;
    // Where the words would touch, the figures alone stay.
    const QFontMetricsF metrics(uiFont(11));
    double widest = 0;
    for (const Label& label : m_labels)
        widest = std::max(widest, metrics.horizontalAdvance(label.regime->text()));
    const bool fits = widest + 8 <= (size.width() - 90) / double(m_points.size());
    for (const Label& label : m_labels)
        label.regime->setVisible(fits);
}

Chart::Hit SweepChart::hitAt(const QPointF& place) const
{
    if (!axisRect()->rect().contains(place.toPoint()))
        return {};
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < m_points.size(); ++i) {
        if (std::abs(xAxis->coordToPixel(double(m_points[i].batch)) - place.x()) <
            std::abs(xAxis->coordToPixel(double(m_points[nearest].batch)) - place.x()))
            nearest = i;
    }
    const SweepPoint& point = m_points[nearest];
    QString text = tr("batch %1: %2")
                       .arg(QString::fromStdString(formatCount(point.batch)),
                            QString::fromUtf8(regimeTitle(m_summary.regimes[nearest]).data()));
    const auto add = [&text](const QString& name, double us, std::optional<double> kernelUs) {
        text += QStringLiteral("\n%1: %2").arg(name, microsecondsLabel(us));
        if (kernelUs)
            text += tr(", of it %1 in kernels and %2 launching and waiting")
                        .arg(microsecondsLabel(*kernelUs), microsecondsLabel(std::max(0.0, us - *kernelUs)));
    };
    add(m_eager->name(), point.eagerUs, point.eagerKernelUs);
    add(m_compiled->name(), point.compiledUs, point.compiledKernelUs);
    return {text, QString(), QString::number(point.batch)};
}

} // namespace twintrace
