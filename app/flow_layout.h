// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace twintrace
{

/// Puts its widgets beside each other and goes on in a new line where the width ends: chips, check boxes.
class FlowLayout : public QLayout
{
  public:
    /// `gap` between neighbours and, unless `lineGap` says otherwise, between lines.
    explicit FlowLayout(int gap, int lineGap = -1);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;

  private:
    int place(const QRect& rect, bool onlyMeasure) const;

    QList<QLayoutItem*> m_items;
    int m_gap = 0;
    int m_lineGap = 0;
};

} // namespace twintrace
