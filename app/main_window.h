// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/machine_probe.h"
#include "core/base/result.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QStringList>

#include <memory>

class QStackedWidget;

namespace twintrace
{

class AuditPage;
class CompareDialog;
class HeaderBar;
class LoadingPage;
class ResultsPage;
class TracePage;
class TraceStore;
class WelcomePage;

/// The window: a header over one of four pages (welcome, loading, results, traces).
class MainWindow : public QMainWindow
{
    Q_OBJECT

  public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// One session folder, one trace, or two traces.
    void openPaths(const QStringList& paths);
    void openSession(const QString& folder);
    void showWelcome();
    void startCompare(const QString& model = {});
    [[nodiscard]] ResultsPage& results() { return *m_results; }
    [[nodiscard]] TracePage& traces() { return *m_traces; }
    [[nodiscard]] AuditPage& audit() { return *m_audit; }
    void showAudit();

  Q_SIGNALS:
    /// The first paint is on screen.
    void painted();
    /// A page with content is shown (after loading).
    void opened();
    void failed(const QString& sentence);

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void makeMenus();
    void askOpenTrace();
    void askOpenTwoTraces();
    void askOpenSession();
    void askRecord();
    void showLoaded(const QStringList& files);
    void showPage(QWidget* page);
    void showHeader();
    void reportProblem(const Error& error);
    void savePicture();
    void copyPicture();
    void probeMachine();
    void setTheme(const QString& name);

    struct Menus;
    std::unique_ptr<Menus> m_menus;
    HeaderBar* m_header = nullptr;
    QStackedWidget* m_pages = nullptr;
    WelcomePage* m_welcome = nullptr;
    LoadingPage* m_loading = nullptr;
    ResultsPage* m_results = nullptr;
    TracePage* m_traces = nullptr;
    AuditPage* m_audit = nullptr;
    TraceStore* m_store = nullptr;
    MachineProbe* m_probe = nullptr;
    MachineReport m_machine;
    bool m_hasMachine = false;
    bool m_isPainted = false;
};

} // namespace twintrace
