// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/export/figure.h"

namespace twintrace
{

class TimelineView;
class TwinTimelines;

/// What a timeline shows now, as a figure to save.
class TimelineFigure : public Figure
{
  public:
    explicit TimelineFigure(TimelineView& view) : m_view(view) {}
    [[nodiscard]] QString figureName() const override;
    [[nodiscard]] QSize figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override;

  private:
    TimelineView& m_view;
};

/// The same for twins.
class TwinFigure : public Figure
{
  public:
    explicit TwinFigure(TwinTimelines& twins) : m_twins(twins) {}
    [[nodiscard]] QString figureName() const override;
    [[nodiscard]] QSize figureSize() const override;
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override;

  private:
    TwinTimelines& m_twins;
};

} // namespace twintrace
