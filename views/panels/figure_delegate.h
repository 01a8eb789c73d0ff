// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace twintrace
{

/// Draws a cell of a FigureTable: text as plain text, a muted suffix behind it, tags with an outline, a
/// hairline below.
class FigureDelegate : public QStyledItemDelegate
{
    Q_OBJECT

  public:
    static constexpr int kPadding = 8;
    static constexpr int kTightPadding = 4;

    using QStyledItemDelegate::QStyledItemDelegate;
    /// Room at both sides of a cell's text, in pixels.
    void setPadding(int padding) { m_padding = padding; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

  private:
    int m_padding = kPadding;
};

} // namespace twintrace
