// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/compile_timeline_chart.h"

#include "views/charts/duration_ticker.h"
#include "views/charts/phase_rows.h"
#include "views/style/fonts.h"
#include "views/style/palette.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kMillisecondsPerMicrosecond = 1e-3;
constexpr double kGap = 0.06;            // of a row, between rows
constexpr std::size_t kMostBoxes = 2000; // the longest ones; more are specks
constexpr int kMostDepths = 12;          // deeper ones are thinner than their names

double endOf(const CompileStep& step)
{
    return step.beginUs + step.durationUs;
}

} // namespace

CompileTimelineChart::CompileTimelineChart(QWidget* parent)
    : Chart(QStringLiteral("compile-timeline"), tr("What the compiler did when"), parent)
{
    setSubtitle(tr("time from the first step"));
    setEmptyText(tr("The compiler's steps are not known."));
    xAxis->setTicker(QSharedPointer<DurationTicker>::create());
    yAxis->setRangeReversed(true);
}

void CompileTimelineChart::setSteps(std::vector<CompileStep> steps)
{
    for (const Box& box : m_boxes) {
        removeItem(box.rect);
        removeItem(box.text);
    }
    m_boxes.clear();
    m_depths = 0;
    if (steps.size() > kMostBoxes) {
        std::nth_element(steps.begin(), steps.begin() + kMostBoxes, steps.end(),
                         [](const CompileStep& one, const CompileStep& other) {
                             return one.durationUs > other.durationUs;
                         });
        steps.resize(kMostBoxes);
    }
    std::sort(steps.begin(), steps.end(), [](const CompileStep& one, const CompileStep& other) {
        return one.beginUs != other.beginUs ? one.beginUs < other.beginUs : one.durationUs > other.durationUs;
    });
    std::vector<double> open; // ends of the steps that the next one may lie in
    double last = 0;
    for (CompileStep& step : steps) {
        while (!open.empty() && open.back() <= step.beginUs)
            open.pop_back();
        const int depth = int(open.size());
        open.push_back(endOf(step));
        if (depth >= kMostDepths)
            continue;
        Box box{std::move(step), depth, new QCPItemRect(this), new QCPItemText(this)};
        const double from = box.step.beginUs * kMillisecondsPerMicrosecond;
        const double to = endOf(box.step) * kMillisecondsPerMicrosecond;
        box.rect->topLeft->setCoords(from, depth + kGap);
        box.rect->bottomRight->setCoords(to, depth + 1 - kGap);
        box.text->position->setCoords(from, depth + 0.5);
        box.text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        box.text->setPadding(QMargins(4, 0, 0, 0));
        last = std::max(last, to);
        m_depths = std::max(m_depths, depth + 1);
        m_boxes.push_back(std::move(box));
    }
    xAxis->setRange(0, std::max(last, 1e-6));
    yAxis->setRange(0, std::max(m_depths, 4));
    refresh(m_boxes.empty());
}

void CompileTimelineChart::restyle(const Theme& theme)
{
    for (const Box& box : m_boxes) {
        const QColor fill = firstCallColour(phaseTitle(box.step.part), theme);
        box.rect->setBrush(fill);
        box.rect->setPen(QPen(theme.isPrint ? theme.page : theme.card, 0.5));
        box.text->setFont(uiFont(10));
        box.text->setColor(textOn(fill));
    }
    styleAxes({xAxis});
    xAxis->grid()->setVisible(!isEmpty());
    yAxis->grid()->setVisible(false);
}

void CompileTimelineChart::arrange(QSize size)
{
    Chart::arrange(size);
    if (m_boxes.empty())
        return;
    layOut(size);
    const QFontMetricsF metrics(uiFont(10));
    const double rowHeight = std::abs(yAxis->coordToPixel(1) - yAxis->coordToPixel(0));
    for (const Box& box : m_boxes) {
        const double room = xAxis->coordToPixel(endOf(box.step) * kMillisecondsPerMicrosecond) -
                            xAxis->coordToPixel(box.step.beginUs * kMillisecondsPerMicrosecond) - 8;
        const bool fits = room > 18 && rowHeight >= metrics.height();
        box.text->setVisible(fits);
        if (fits)
            box.text->setText(metrics.elidedText(box.step.name, Qt::ElideRight, room));
    }
}

Chart::Hit CompileTimelineChart::hitAt(const QPointF& place) const
{
    const double us = xAxis->pixelToCoord(place.x()) / kMillisecondsPerMicrosecond;
    const int depth = int(std::floor(yAxis->pixelToCoord(place.y())));
    for (const Box& box : m_boxes) {
        if (box.depth != depth || us < box.step.beginUs || us > endOf(box.step))
            continue;
        QString text = box.step.name + QLatin1Char('\n') + phaseTitle(box.step.part) + QStringLiteral(": ") +
                       microsecondsLabel(box.step.durationUs);
        if (!box.step.compileId.isEmpty())
            text += tr("\ncompile id %1").arg(box.step.compileId);
        return {text, QString(), box.step.name};
    }
    return {};
}

} // namespace twintrace
