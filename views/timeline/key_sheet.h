// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace twintrace
{

/// All keys and mouse gestures of the timeline, made from the table that the keys themselves are looked up
/// in.
class KeySheet : public QDialog
{
    Q_OBJECT
  public:
    explicit KeySheet(QWidget* parent = nullptr);
};

} // namespace twintrace
