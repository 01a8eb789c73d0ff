// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recent_row.h"

#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QPainter>

namespace twintrace
{
namespace
{

void drawCut(QPainter& painter, const QRect& cell, const QString& text, Qt::Alignment side,
             Qt::TextElideMode elide)
{
    painter.drawText(cell, int(side | Qt::AlignVCenter) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, elide, cell.width()));
}

} // namespace

RecentRow::RecentRow(RecentItem item, QWidget* parent) : QPushButton(parent), m_item(std::move(item))
{
    setAccessibleName(m_item.title);
    setAccessibleDescription(m_item.description);
    setToolTip(QStringLiteral("<p style='white-space:pre'>%1</p>")
                   .arg(m_item.paths.join(QLatin1Char('\n')).toHtmlEscaped()));
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumHeight(33);
}

void RecentRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = currentTheme();
    QPainter painter(this);
    if (underMouse() || hasFocus())
        painter.fillRect(rect(), theme.accentSoft);
    painter.setPen(QPen(theme.border, 1));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    if (hasFocus())
        painter.fillRect(QRect(0, 0, 2, height()), theme.accent);
    const QRect inner = rect().adjusted(6, 0, -6, -1);
    const int third = inner.width() / 5;
    painter.setFont(uiFont(13, QFont::DemiBold));
    painter.setPen(theme.text);
    drawCut(painter, QRect(inner.left(), 0, third * 2 - 10, height()), m_item.title, Qt::AlignLeft,
            Qt::ElideMiddle);
    painter.setFont(uiFont(12));
    painter.setPen(theme.muted);
    drawCut(painter, QRect(inner.left() + third * 2, 0, third * 2 - 10, height()), m_item.description,
            Qt::AlignLeft, Qt::ElideRight);
    const QString when =
        m_item.figure.isEmpty() ? m_item.when() : m_item.figure + QStringLiteral(" · ") + m_item.when();
    drawCut(painter, QRect(inner.left() + third * 4, 0, inner.width() - third * 4, height()), when,
            Qt::AlignRight, Qt::ElideLeft);
}

} // namespace twintrace
