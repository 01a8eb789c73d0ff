// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

#include <functional>

class QToolButton;

namespace twintrace
{

class Chart;
class Figure;

/// A chart in a box with a button to save or copy it; the same menu opens by right click and by the menu key.
class FigureCard : public QFrame
{
    Q_OBJECT

  public:
    using Caption = std::function<QString()>;
    FigureCard(Chart* chart, Caption caption, QWidget* parent = nullptr);
    [[nodiscard]] Chart& chart() const { return *m_chart; }

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    Chart* m_chart = nullptr;
    Caption m_caption;
    QToolButton* m_button = nullptr;
};

/// The menu "Save picture…", "Copy picture" for a figure, at a place of the screen.
void showPictureMenu(QWidget* parent, Figure& figure, const QString& caption, const QPoint& globalPlace);

} // namespace twintrace
