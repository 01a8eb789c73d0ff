// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace twintrace
{

/// Shown while traces are read: which, how many bytes of how many, Cancel.
class LoadingPage : public QWidget
{
    Q_OBJECT

  public:
    explicit LoadingPage(QWidget* parent = nullptr);
    void begin(const QString& title);
    void setProgress(quint64 doneBytes, quint64 totalBytes);

  Q_SIGNALS:
    void cancelled();

  private:
    QLabel* m_title = nullptr;
    QProgressBar* m_bar = nullptr;
    QLabel* m_bytes = nullptr;
    QPushButton* m_cancel = nullptr;
};

} // namespace twintrace
