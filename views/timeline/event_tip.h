// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace twintrace
{

/// A tooltip for plain text. Qt's own guesses whether a text is HTML, and C++ template names look like it; it
/// also does not break a name of 5,000 characters without spaces.
class EventTip : public QWidget
{
    Q_OBJECT
  public:
    explicit EventTip(QWidget* parent = nullptr);

    /// Shows `text` beside a place on the screen, inside the screen.
    void showAt(const QPoint& globalPosition, const QString& text);
    [[nodiscard]] QString text() const { return m_text; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QString m_text;
};

} // namespace twintrace
