// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QLabel;

namespace twintrace
{

/// A large button with a title, a line below or a text at its end.
class ActionCard : public QPushButton
{
    Q_OBJECT

  public:
    ActionCard(const QString& title, const QString& line, const QString& atEnd, bool isPrimary,
               QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

  private:
    QLabel* m_title = nullptr;
    QLabel* m_line = nullptr;
    QLabel* m_atEnd = nullptr;
    bool m_isPrimary = false;
};

} // namespace twintrace
