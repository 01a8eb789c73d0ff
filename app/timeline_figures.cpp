// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline_figures.h"

#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QPainter>

namespace twintrace
{
namespace
{

constexpr QSize kLeastSize(800, 360);

} // namespace

QString TimelineFigure::figureName() const
{
    return QStringLiteral("timeline");
}

QSize TimelineFigure::figureSize() const
{
    return m_view.size().expandedTo(kLeastSize);
}

void TimelineFigure::paintFigure(QPainter& painter, const QRectF& area, const Theme& theme)
{
    painter.translate(area.topLeft());
    m_view.paintPicture(painter, area.size(), theme);
}

QString TwinFigure::figureName() const
{
    return QStringLiteral("twin-timelines");
}

QSize TwinFigure::figureSize() const
{
    return m_twins.size().expandedTo(kLeastSize);
}

void TwinFigure::paintFigure(QPainter& painter, const QRectF& area, const Theme& theme)
{
    painter.translate(area.topLeft());
    m_twins.paintPicture(painter, area.size(), theme);
}

} // namespace twintrace
