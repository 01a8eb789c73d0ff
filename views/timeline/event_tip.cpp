// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/event_tip.h"

#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr int kWidest = 520;
constexpr int kMargin = 8;
constexpr double kTallestShare = 0.6; // of the screen; the longest names are whole in the selection panel

/// Lays lines out and, with a painter, draws them; returns the size.
QSizeF layOut(const QString& text, const QFont& font, QPainter* painter, double tallest)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    double height = 0;
    double width = 0;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QTextLayout layout(paragraph.isEmpty() ? QStringLiteral(" ") : paragraph, font);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid() && height < tallest;
             line = layout.createLine()) {
            line.setLineWidth(kWidest);
            line.setPosition(QPointF(0, height));
            height += line.height();
            width = std::max(width, line.naturalTextWidth());
        }
        layout.endLayout();
        if (painter != nullptr)
            layout.draw(painter, QPointF(kMargin, kMargin));
    }
    return {std::ceil(width), std::ceil(height)};
}

double tallestOf(const QWidget& widget)
{
    const QScreen* screen = widget.screen();
    return screen != nullptr ? screen->availableGeometry().height() * kTallestShare : 600;
}

} // namespace

EventTip::EventTip(QWidget* parent) : QWidget(parent, Qt::ToolTip | Qt::FramelessWindowHint)
{
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void EventTip::showAt(const QPoint& globalPosition, const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    const QSizeF size = layOut(text, uiFont(12), nullptr, tallestOf(*this));
    resize(static_cast<int>(size.width()) + 2 * kMargin, static_cast<int>(size.height()) + 2 * kMargin);
    QPoint place = globalPosition + QPoint(14, 18);
    const QScreen* screen = QGuiApplication::screenAt(globalPosition);
    if (screen != nullptr) {
        const QRect area = screen->availableGeometry();
        if (place.x() + width() > area.right())
            place.setX(std::max(area.left(), globalPosition.x() - width() - 10));
        if (place.y() + height() > area.bottom())
            place.setY(std::max(area.top(), globalPosition.y() - height() - 10));
    }
    move(place);
    show();
    update();
}

void EventTip::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.border);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.card);
    painter.setPen(theme.text);
    layOut(m_text, uiFont(12), &painter, tallestOf(*this));
}

} // namespace twintrace
