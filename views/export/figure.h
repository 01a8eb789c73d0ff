// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSize>
#include <QString>

class QPainter;

namespace twintrace
{

struct Theme;

/// Anything that can be drawn on screen and into a file by the same painter: a chart, a timeline, the
/// results.
class Figure
{
  public:
    virtual ~Figure() = default;
    /// What the file is called when nobody says otherwise: "cold-vs-warm".
    [[nodiscard]] virtual QString figureName() const = 0;
    /// The size it is best seen at, in pixels of a 1× screen.
    [[nodiscard]] virtual QSize figureSize() const = 0;
    /// Draws itself into `area` in the given theme, with text as text, so that SVG and PDF stay sharp.
    virtual void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) = 0;
};

} // namespace twintrace
