// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/break_even_chart.h"

#include "core/base/format.h"
#include "views/charts/duration_ticker.h"
#include "views/charts/label_places.h"
#include "views/style/fonts.h"
#include "views/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kCallsWithoutCrossing = 1000;
constexpr int kGroundAlpha = 200;
constexpr double kPastTheCrossing = 1.6; // the last crossing stands at 1/1.6 of the width

QFont labelFont()
{
    return uiFont(11, QFont::DemiBold);
}

} // namespace

QColor variantColour(std::size_t index, const Theme& theme)
{
    static constexpr std::array kHues{
        ColorFamily::Gemm, ColorFamily::Elementwise, ColorFamily::Triton, ColorFamily::Reduction,
        ColorFamily::Copy, ColorFamily::Attention,   ColorFamily::Softmax};
    return index == 0 ? theme.muted : familyColor(kHues[(index - 1) % kHues.size()], theme);
}

BreakEvenChart::BreakEvenChart(QWidget* parent)
    : Chart(QStringLiteral("break-even"), tr("When compiling pays back"), parent)
{
    setEmptyText(tr("It takes a first call and a steady state of two variants."));
    xAxis->setLabel(tr("calls"));
    xAxis->setTicker(QSharedPointer<CountTicker>::create());
    xAxis->ticker()->setTickCount(4);
    yAxis->setTicker(QSharedPointer<DurationTicker>::create());
    yAxis->ticker()->setTickCount(4);
    placeLegendBelow();
}

void BreakEvenChart::setSession(const Session& session, const QString& baseline)
{
    m_baseline = baseline;
    for (const Crossing& crossing : m_crossings) {
        removeItem(crossing.dot);
        removeItem(crossing.text);
    }
    m_crossings.clear();
    m_lines.clear();
    clearGraphs();
    for (const SessionVariant& variant : session.variants) {
        if (variant.status != VariantStatus::Ok || !variant.steady || !variant.uncached ||
            !variant.uncached->totalMs)
            continue;
        Line line{QString::fromStdString(variant.id), QString::fromStdString(variant.id),
                  *variant.uncached->totalMs, variant.steady->medianUs / 1000, addGraph()};
        line.graph->setName(line.label);
        if (line.id == baseline)
            m_lines.insert(m_lines.begin(), line);
        else
            m_lines.push_back(line);
    }
    double calls = 0;
    for (const SessionComparison& comparison : session.comparisons) {
        if (comparison.baseline == baseline.toStdString() && comparison.breakEvenCalls)
            calls = std::max(calls, *comparison.breakEvenCalls);
    }
    setSubtitle(calls > 0 ? tr("total time") : tr("total time, no crossing"));
    drawLines(calls > 0 ? calls * kPastTheCrossing : kCallsWithoutCrossing);
    markCrossings(session, baseline);
    refresh(m_lines.size() < 2);
}

void BreakEvenChart::drawLines(double calls)
{
    double most = 0;
    for (const Line& line : m_lines) {
        const double last = line.firstMs + calls * line.steadyMs;
        line.graph->setData({0, calls}, {line.firstMs, last}, true);
        most = std::max(most, last);
    }
    xAxis->setRange(0, calls);
    yAxis->setRange(0, most * 1.08);
}

void BreakEvenChart::markCrossings(const Session& session, const QString& baseline)
{
    for (const SessionComparison& comparison : session.comparisons) {
        if (comparison.baseline != baseline.toStdString() || !comparison.breakEvenCalls ||
            *comparison.breakEvenCalls <= 0)
            continue;
        for (const Line& line : m_lines) {
            if (line.id.toStdString() != comparison.candidate)
                continue;
            Crossing crossing{new QCPItemTracer(this), new QCPItemText(this)};
            const double calls = *comparison.breakEvenCalls;
            crossing.dot->position->setCoords(calls, line.firstMs + calls * line.steadyMs);
            crossing.dot->setStyle(QCPItemTracer::tsCircle);
            crossing.dot->setSize(8);
            crossing.text->position->setParentAnchor(crossing.dot->position);
            crossing.text->setText(
                tr("%1 calls").arg(QString::fromStdString(formatCount(std::llround(std::ceil(calls))))));
            crossing.text->setClipToAxisRect(false);
            m_crossings.push_back(crossing);
        }
    }
}

void BreakEvenChart::restyle(const Theme& theme)
{
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_lines[i].graph->setPen(QPen(variantColour(i, theme), 2, i == 0 ? Qt::DashLine : Qt::SolidLine));
    for (const Crossing& crossing : m_crossings) {
        crossing.dot->setPen(QPen(theme.text, 1.5));
        crossing.dot->setBrush(theme.card);
        crossing.text->setFont(labelFont());
        crossing.text->setColor(theme.text);
        QColor ground = theme.isPrint ? theme.page : theme.card;
        ground.setAlpha(kGroundAlpha);
        crossing.text->setBrush(ground);
        crossing.text->setPadding(QMargins(3, 0, 3, 0));
    }
    styleAxes({xAxis, yAxis});
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(!isEmpty());
}

// Each label takes the first corner of its dot that is free; the lines shine through its ground.
void BreakEvenChart::arrange(QSize size)
{
    Chart::arrange(size);
    if (m_crossings.empty() || isEmpty())
        return;
    layOut(size);
    struct Corner {
        Qt::Alignment side;
        double x, y;
    };
    static constexpr std::array kCorners{
        Corner{Qt::AlignRight | Qt::AlignBottom, -5, -6}, Corner{Qt::AlignLeft | Qt::AlignTop, 5, 6},
        Corner{Qt::AlignRight | Qt::AlignTop, -5, 6}, Corner{Qt::AlignLeft | Qt::AlignBottom, 5, -6}};
    const QFontMetricsF metrics(labelFont());
    LabelPlaces places(QRectF(axisRect()->rect()).adjusted(0, -20, 0, 0));
    for (const Crossing& crossing : m_crossings)
        places.block(QRectF(crossing.dot->position->pixelPosition() - QPointF(5, 5), QSizeF(10, 10)));
    for (const Crossing& crossing : m_crossings) {
        const QPointF dot = crossing.dot->position->pixelPosition();
        const QSizeF box(metrics.horizontalAdvance(crossing.text->text()) + 6, metrics.height());
        crossing.text->setVisible(false);
        for (const Corner& corner : kCorners) {
            const QPointF at = dot + QPointF(corner.x, corner.y);
            const QPointF topLeft(corner.side & Qt::AlignRight ? at.x() - box.width() : at.x(),
                                  corner.side & Qt::AlignBottom ? at.y() - box.height() : at.y());
            if (!places.take(QRectF(topLeft, box)))
                continue;
            crossing.text->position->setCoords(corner.x, corner.y);
            crossing.text->setPositionAlignment(corner.side);
            crossing.text->setVisible(true);
            break;
        }
    }
}

Chart::Hit BreakEvenChart::hitAt(const QPointF& place) const
{
    if (!axisRect()->rect().contains(place.toPoint()))
        return {};
    const double calls = std::max(0.0, std::round(xAxis->pixelToCoord(place.x())));
    const double total = yAxis->pixelToCoord(place.y());
    QString text = tr("after %1 calls").arg(QString::fromStdString(formatCount(std::llround(calls))));
    QString nearest;
    double distance = 0;
    for (const Line& line : m_lines) {
        const double value = line.firstMs + calls * line.steadyMs;
        text += "\n" + line.label + ": " + millisecondsText(value);
        if (nearest.isEmpty() || std::abs(value - total) < distance) {
            nearest = line.id;
            distance = std::abs(value - total);
        }
    }
    return {text, nearest, QString()};
}

} // namespace twintrace
