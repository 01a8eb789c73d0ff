// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/machine_probe.h"
#include "core/base/result.h"

#include <QMainWindow>
#include <QStringList>

class QStackedWidget;

namespace twintrace
{

class AuditPage;
class CompareDialog;
class HeaderBar;
class LoadingPage;
class MainMenus;
class ResultsPage;
class TracePage;
class TraceStore;
class WelcomePage;

/// The window: a header over one of five pages (welcome, loading, results, traces, audit).
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
    /// The pages, built on first use.
    [[nodiscard]] ResultsPage& results();
    [[nodiscard]] TracePage& traces();
    [[nodiscard]] AuditPage& audit();
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
    void followMenus();
    template <class Page> [[nodiscard]] Page& built(Page*& page);
    [[nodiscard]] bool isOnResults() const;
    void askRecord();
    void showLoaded(const QStringList& files);
    void showPage(QWidget* page);
    void showHeader();
    void reportProblem(const Error& error);
    void probeMachine();

    MainMenus* m_menus = nullptr;
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
