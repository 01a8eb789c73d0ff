// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recent_items.h"

#include <QPushButton>

namespace twintrace
{

/// One recent item as a row of the welcome page; a click opens it.
class RecentRow : public QPushButton
{
    Q_OBJECT

  public:
    explicit RecentRow(RecentItem item, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override { return {300, 33}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    RecentItem m_item;
};

} // namespace twintrace
