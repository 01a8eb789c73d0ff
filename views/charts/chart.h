// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/plot_library.h"
#include "views/export/figure.h"
#include "views/style/theme.h"

#include <QWheelEvent>

namespace twintrace
{

/// What all our charts share: title and subtitle, theme, empty state, hover values, clicks, and being a
/// Figure. A chart shows what it is given; every figure comes from core.
class Chart : public QCustomPlot, public Figure
{
    Q_OBJECT

  public:
    Chart(const QString& name, const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle);
    /// What stands in the middle when there is nothing to show; it says what to do.
    void setEmptyText(const QString& text);
    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }
    [[nodiscard]] QString title() const { return m_title; }

    [[nodiscard]] QString figureName() const override { return m_name; }
    [[nodiscard]] QSize figureSize() const override { return {640, 380}; }
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override;

  Q_SIGNALS:
    /// A bar or point was clicked: the row's id (a variant, a kernel) and the series' key.
    void valueClicked(const QString& row, const QString& key);

  protected:
    /// Called with the theme to draw in, after data or theme changed: colour the plottables.
    virtual void restyle(const Theme& theme) = 0;
    /// Called when the size changed: place what depends on pixels (labels, legend columns).
    virtual void arrange(QSize size);
    /// The hover text at a place of the widget ("" = nothing there), and the row and key for a click.
    struct Hit {
        QString text;
        QString row;
        QString key;
    };
    [[nodiscard]] virtual Hit hitAt(const QPointF& place) const = 0;

    /// To be called by the subclass after its data changed.
    void refresh(bool isEmpty);
    /// Lays everything out for a size, so that coordToPixel() is right before anything is drawn.
    void layOut(QSize size);
    /// A legend in a layout row under the plot, wrapped to the width.
    void placeLegendBelow();
    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] QSize plotSize() const { return m_plotSize; }
    void styleAxes(const QList<QCPAxis*>& visible);

    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    /// Left to the page, which scrolls: QCustomPlot would keep it, though our charts do not zoom.
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }

  private:
    void applyThemeToAll(const Theme& theme, QSize size);
    void fitTitles(int width);

    QString m_name;
    QString m_title;
    QString m_subtitle;
    QCPTextElement* m_titleText = nullptr;
    QCPTextElement* m_subtitleText = nullptr;
    QCPItemText* m_emptyText = nullptr;
    const Theme* m_theme = nullptr;
    QSize m_plotSize;
    bool m_isEmpty = true;
    bool m_hasLegendRow = false;
};

} // namespace twintrace
