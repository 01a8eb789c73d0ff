// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/figure_delegate.h"

#include "views/models/rows_model.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"
#include "views/style/theme.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr qsizetype kLongestToolTip = 2000;

// Line breaks of a name would tear the row.
QString singleLine(const QString& text)
{
    QString line = text;
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return line;
}

QFont fontOf(const QModelIndex& index)
{
    const QVariant font = index.data(Qt::FontRole);
    return font.isValid() ? font.value<QFont>() : uiFont();
}

void paintTag(QPainter& painter, const QRect& cell, const QString& text, const Theme& theme,
              Qt::Alignment side)
{
    const QFont font = uiFont(11);
    painter.setFont(font);
    const int width = QFontMetrics(font).horizontalAdvance(text) + 16;
    QRect box(0, 0, std::min(width, cell.width()), 18);
    box.moveCenter(cell.center());
    if (side & Qt::AlignRight)
        box.moveRight(cell.right());
    else
        box.moveLeft(cell.left());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.border, 1));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
    painter.setPen(theme.muted);
    painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, text);
}

} // namespace

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const Theme& theme = currentTheme();
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.accentSoft);
    painter->setPen(QPen(theme.border, 1));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inner = option.rect.adjusted(m_padding, 0, -m_padding, -1);
    const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
    const QString text = singleLine(index.data(Qt::DisplayRole).toString());
    if (index.data(kTagRole).toBool()) {
        if (!text.isEmpty())
            paintTag(*painter, inner, text, theme, alignment);
        painter->restore();
        return;
    }
    const QFont font = fontOf(index);
    const QFontMetrics metrics(font);
    const QVariant colour = index.data(Qt::ForegroundRole);
    painter->setFont(font);
    painter->setPen(colour.isValid() ? colour.value<QColor>() : theme.text);
    const QString shown = metrics.elidedText(text, option.textElideMode, inner.width());
    painter->drawText(inner, int(alignment) | Qt::TextSingleLine, shown);
    const QString suffix = singleLine(index.data(kSuffixRole).toString());
    const int used = metrics.horizontalAdvance(shown) + kPadding;
    if (!suffix.isEmpty() && used < inner.width()) {
        painter->setFont(uiFont(12));
        painter->setPen(theme.muted);
        const QRect rest = inner.adjusted(used, 0, 0, 0);
        painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(suffix, Qt::ElideRight, rest.width()));
    }
    if ((option.state & QStyle::State_HasFocus) && index.column() == 0) {
        painter->setPen(QPen(theme.accent, 2));
        painter->drawLine(option.rect.left() + 1, option.rect.top() + 2, option.rect.left() + 1,
                          option.rect.bottom() - 2);
    }
    painter->restore();
}

QSize FigureDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    // Enough for fitting columns; texts of thousands of characters are cut on screen anyway.
    const QString text = singleLine(index.data(Qt::DisplayRole).toString()).left(200);
    int width = QFontMetrics(fontOf(index)).horizontalAdvance(text) + 2 * m_padding + 2;
    if (index.data(kTagRole).toBool())
        width += 16;
    const QString suffix = index.data(kSuffixRole).toString().left(200);
    if (!suffix.isEmpty())
        width += QFontMetrics(uiFont(12)).horizontalAdvance(suffix) + kPadding;
    return {width, kRowHeight};
}

bool FigureDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                               const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QString text = index.data(Qt::ToolTipRole).toString();
    if (text.isEmpty()) {
        const QString shown = index.data(Qt::DisplayRole).toString();
        const bool isCut = QFontMetrics(fontOf(index)).horizontalAdvance(shown.left(500)) + 2 * m_padding >
                           option.rect.width();
        text = isCut ? shown : QString();
    }
    // Template names are no markup.
    QToolTip::showText(event->globalPos(),
                       text.isEmpty() ? QString()
                                      : "<p style='white-space:pre-wrap'>" +
                                            text.left(kLongestToolTip).toHtmlEscaped() + "</p>",
                       view);
    return true;
}

} // namespace twintrace
