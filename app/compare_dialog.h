// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/compare_job.h"
#include "capture/client/machine_probe.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace twintrace
{

class CompareForm;
class ProgressRow;

/// The compare dialog: first the form, then a progress row a variant. Closing it, or Cancel, ends the run
/// within a second; what was finished by then is kept and can be looked at.
class CompareDialog : public QDialog
{
    Q_OBJECT

  public:
    explicit CompareDialog(QWidget* parent = nullptr);
    ~CompareDialog() override;

    void setMachine(const MachineReport& report);
    void setModel(const QString& model);
    [[nodiscard]] bool isRunning() const;
    void reject() override;

  protected:
    void showEvent(QShowEvent* event) override;

  Q_SIGNALS:
    /// A session is on disk and worth showing.
    void sessionReady(const QString& folder);

  private:
    void start();
    void begin(const CompareOptions& options);
    void showProgress(const PhaseProgress& progress);
    void endVariant(const QString& variant, VariantStatus status, const QString& sentence);
    void finish(const CompareOutcome& outcome);
    void showProblem(const QString& sentence, const QString& detail = {});
    void showElapsed();
    void fitHeight();

    QScrollArea* m_scroll = nullptr;
    QWidget* m_content = nullptr;
    CompareForm* m_form = nullptr;
    QWidget* m_rowsBox = nullptr;
    QVBoxLayout* m_rowsLayout = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_problem = nullptr;
    QPlainTextEdit* m_detail = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_show = nullptr;
    std::vector<ProgressRow*> m_rows;
    std::unique_ptr<CompareJob> m_job;
    QElapsedTimer m_elapsed;
    QTimer m_clock;
    QString m_noteText;
    QString m_folder;
    bool m_isStopping = false;
    bool m_wantsClose = false;
};

} // namespace twintrace
