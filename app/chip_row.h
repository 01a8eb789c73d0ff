// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/panels/session_chips.h"

#include <QWidget>

#include <vector>

namespace twintrace
{

/// Chips beside each other, wrapping at the width.
class ChipRow : public QWidget
{
    Q_OBJECT

  public:
    explicit ChipRow(QWidget* parent = nullptr);
    void showChips(const std::vector<Chip>& chips);
};

} // namespace twintrace
