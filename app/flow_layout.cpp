// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace twintrace
{

FlowLayout::FlowLayout(int gap, int lineGap) : m_gap(gap), m_lineGap(lineGap < 0 ? gap : lineGap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    while (QLayoutItem* item = takeAt(0))
        delete item;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return place(QRect(0, 0, width, 0), true);
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    place(rect, false);
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const QLayoutItem* item : m_items)
        width += item->sizeHint().width() + m_gap;
    return {width, minimumSize().height()};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

int FlowLayout::place(const QRect& rect, bool onlyMeasure) const
{
    int x = rect.x();
    int y = rect.y();
    int lineHeight = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(QSize(std::max(rect.width(), 1), QWIDGETSIZE_MAX));
        if (x > rect.x() && x + size.width() > rect.x() + rect.width()) {
            x = rect.x();
            y += lineHeight + m_lineGap;
            lineHeight = 0;
        }
        if (!onlyMeasure)
            item->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + m_gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    return y + lineHeight - rect.y();
}

} // namespace twintrace
