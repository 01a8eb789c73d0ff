// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QProcess>

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace twintrace
{

/// Records any CUDA program: runs `twintrace record` on the command that is entered and opens what it wrote.
class RecordDialog : public QDialog
{
    Q_OBJECT

  public:
    explicit RecordDialog(QWidget* parent = nullptr);
    ~RecordDialog() override;
    void reject() override;

  Q_SIGNALS:
    void recorded(const QString& file);

  private:
    void start();
    void finish(int exitCode);

    QLineEdit* m_command = nullptr;
    QLineEdit* m_file = nullptr;
    QDoubleSpinBox* m_seconds = nullptr;
    QLabel* m_note = nullptr;
    QPlainTextEdit* m_output = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QProcess m_process;
};

} // namespace twintrace
