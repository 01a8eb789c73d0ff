// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/audit_page.h"
#include "app/compare_dialog.h"
#include "app/header_bar.h"
#include "app/loading_page.h"
#include "app/main_menus.h"
#include "app/open_dialogs.h"
#include "app/recent_items.h"
#include "app/record_dialog.h"
#include "app/results_page.h"
#include "app/trace_analysis.h"
#include "app/trace_page.h"
#include "app/trace_store.h"
#include "app/welcome_page.h"
#include "core/base/format.h"
#include "core/compare/session_verdict.h"
#include "core/import/session_reader.h"
#include "views/models/figure_text.h"

#include <QCloseEvent>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

const QString kGeometryKey = QStringLiteral("window/geometry");
constexpr QSize kPreferredSize(1440, 900);

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_menus(new MainMenus(*this)), m_pages(new QStackedWidget),
      m_welcome(new WelcomePage), m_loading(new LoadingPage), m_store(new TraceStore(this))
{
    setWindowTitle(tr("Twintrace"));
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setMinimumSize(900, 560);
    m_header = new HeaderBar(m_menus->bar(), m_menus->exportMenu());
    m_pages->addWidget(m_welcome);
    m_pages->addWidget(m_loading);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);

    followMenus();
    connect(m_header, &HeaderBar::compareRequested, this, [this] { startCompare(); });
    connect(m_header, &HeaderBar::homeRequested, this, &MainWindow::showWelcome);
    connect(
        m_header, &HeaderBar::choiceChanged, this,
        [this](const QString& baseline, const QString& candidate) { results().choose(baseline, candidate); });
    connect(m_welcome, &WelcomePage::compareRequested, this, [this] { startCompare(); });
    connect(m_welcome, &WelcomePage::openTraceRequested, this, [this] { openPaths(askForTrace(this)); });
    connect(m_welcome, &WelcomePage::openTwoTracesRequested, this,
            [this] { openPaths(askForTwoTraces(this)); });
    connect(m_welcome, &WelcomePage::recordRequested, this, &MainWindow::askRecord);
    connect(m_welcome, &WelcomePage::auditRequested, this, &MainWindow::showAudit);
    connect(m_welcome, &WelcomePage::recentRequested, this, &MainWindow::openPaths);
    connect(m_loading, &LoadingPage::cancelled, m_store, &TraceStore::cancel);
    connect(m_store, &TraceStore::progressed, m_loading, &LoadingPage::setProgress);
    connect(m_store, &TraceStore::ready, this, &MainWindow::showLoaded);
    connect(m_store, &TraceStore::failed, this, [this](const Error& error) {
        showWelcome();
        if (error.code != ErrorCode::Cancelled)
            reportProblem(error);
    });
    if (!restoreGeometry(QSettings().value(kGeometryKey).toByteArray())) {
        const QSize room = screen()->availableSize();
        resize(kPreferredSize.boundedTo(room));
    }
    showWelcome();
}

MainWindow::~MainWindow() = default;

void MainWindow::followMenus()
{
    connect(m_menus, &MainMenus::compareRequested, this, [this] { startCompare(); });
    connect(m_menus, &MainMenus::openTraceRequested, this, [this] { openPaths(askForTrace(this)); });
    connect(m_menus, &MainMenus::openTwoTracesRequested, this, [this] { openPaths(askForTwoTraces(this)); });
    connect(m_menus, &MainMenus::openSessionRequested, this, [this] {
        if (const QString folder = askForSession(this); !folder.isEmpty())
            openSession(folder);
    });
    connect(m_menus, &MainMenus::recordRequested, this, &MainWindow::askRecord);
    connect(m_menus, &MainMenus::auditRequested, this, &MainWindow::showAudit);
    connect(m_menus, &MainMenus::recentRequested, this, &MainWindow::openPaths);
    connect(m_menus, &MainMenus::recentForgotten, this, [this] { m_welcome->showRecent({}); });
    connect(m_menus, &MainMenus::welcomeRequested, this, &MainWindow::showWelcome);
    connect(m_menus, &MainMenus::keysRequested, this,
            [this] { isOnResults() ? results().showKeys() : traces().showKeys(); });
    connect(m_menus, &MainMenus::savePictureRequested, this,
            [this] { isOnResults() ? results().savePicture() : traces().savePicture(); });
    connect(m_menus, &MainMenus::copyPictureRequested, this,
            [this] { isOnResults() ? results().copyPicture() : traces().copyPicture(); });
    connect(m_menus, &MainMenus::folderRequested, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(results().folder())); });
}

// Pages are built when they are first shown: styling a page of charts and tables takes longer than all else
// of the start.
template <class Page> Page& MainWindow::built(Page*& page)
{
    if (page == nullptr) {
        page = new Page;
        m_pages->addWidget(page);
    }
    return *page;
}

ResultsPage& MainWindow::results()
{
    const bool isNew = m_results == nullptr;
    ResultsPage& page = built(m_results);
    if (isNew)
        connect(&page, &ResultsPage::choiceChanged, this, &MainWindow::showHeader);
    return page;
}

TracePage& MainWindow::traces()
{
    const bool isNew = m_traces == nullptr;
    TracePage& page = built(m_traces);
    if (isNew)
        connect(&page, &TracePage::iterationsRequested, this, [this](const QString& file) {
            openPaths({file, file});
        });
    return page;
}

AuditPage& MainWindow::audit()
{
    return built(m_audit);
}

bool MainWindow::isOnResults() const
{
    return m_results != nullptr && m_pages->currentWidget() == m_results;
}

void MainWindow::paintEvent(QPaintEvent* event)
{
    QMainWindow::paintEvent(event);
    if (m_isPainted)
        return;
    m_isPainted = true;
    // Children paint in the same pass; behind it everything is on screen.
    QTimer::singleShot(0, this, [this] {
        Q_EMIT painted();
        probeMachine();
    });
}

void MainWindow::probeMachine()
{
    m_probe = new MachineProbe(this);
    connect(m_probe, &MachineProbe::finished, this, [this](const MachineReport& report) {
        m_machine = report;
        m_hasMachine = true;
        m_welcome->showMachine(report);
        for (CompareDialog* dialog : findChildren<CompareDialog*>())
            dialog->setMachine(report);
    });
    m_probe->start();
}

void MainWindow::showPage(QWidget* page)
{
    m_pages->setCurrentWidget(page);
    page->setFocus();
    showHeader();
}

void MainWindow::showHeader()
{
    const bool isSession = isOnResults();
    const bool isTraces = m_traces != nullptr && m_pages->currentWidget() == m_traces;
    std::vector<std::pair<QString, QString>> variants;
    if (isSession) {
        for (const SessionVariant& variant : m_results->session().variants) {
            if (variant.status == VariantStatus::Ok)
                variants.emplace_back(textOf(variant.id),
                                      textOf(variant.label.empty() ? variant.id : variant.label));
        }
        m_header->setSubject(titleOfPaths({m_results->folder()}));
        setWindowTitle(titleOfPaths({m_results->folder()}) + tr(" – Twintrace"));
    } else {
        m_header->setSubject(isTraces ? m_traces->caption() : QString());
        setWindowTitle(tr("Twintrace"));
    }
    m_header->setVariants(variants, isSession ? m_results->baseline() : QString(),
                          isSession ? m_results->candidate() : QString());
    m_header->setExportEnabled(isSession || isTraces);
    m_menus->followPage(isSession || isTraces, isSession);
}

void MainWindow::showWelcome()
{
    m_welcome->showRecent(recentItems());
    showPage(m_welcome);
}

void MainWindow::showAudit()
{
    showPage(&audit());
}

void MainWindow::startCompare(const QString& model)
{
    if (auto* open = findChild<CompareDialog*>()) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto* dialog = new CompareDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowModality(Qt::WindowModal);
    if (m_hasMachine)
        dialog->setMachine(m_machine);
    if (!model.isEmpty())
        dialog->setModel(model);
    connect(dialog, &CompareDialog::sessionReady, this, &MainWindow::openSession);
    dialog->open();
}

void MainWindow::openPaths(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    if (paths.size() == 1 && isSession(paths.first().toStdString())) {
        openSession(paths.first());
        return;
    }
    if (paths.size() == 1 &&
        (paths.first().endsWith(QLatin1String(".pt2")) || paths.first().endsWith(QLatin1String(".py")))) {
        startCompare(paths.first());
        return;
    }
    QStringList files;
    for (const QString& path : paths.mid(0, 2))
        files << QFileInfo(path).absoluteFilePath();
    m_loading->begin(titleOfPaths(files));
    showPage(m_loading);
    m_store->request(files);
}

void MainWindow::openSession(const QString& folder)
{
    const QString path = QFileInfo(folder).absoluteFilePath();
    const Result<void> opened = results().openSession(path);
    if (!opened) {
        reportProblem(opened.error());
        return;
    }
    const Session& session = m_results->session();
    RecentItem item{{path}, titleOfPaths({path}), QString(), QString(), QDateTime::currentDateTime()};
    QStringList variants;
    for (const SessionVariant& variant : session.variants)
        variants << textOf(variant.id);
    item.description = variants.join(QStringLiteral(" · "));
    const SessionComparison* main = mainComparison(session);
    if (main != nullptr && main->speedup)
        item.figure = textOf(formatRatio(*main->speedup));
    rememberItem(item);
    showPage(m_results);
    Q_EMIT this->opened();
}

void MainWindow::showLoaded(const QStringList& files)
{
    const auto first = m_store->analysis(files.first());
    RecentItem item{files, titleOfPaths(files), QString(), QString(), QDateTime::currentDateTime()};
    if (files.size() == 1) {
        traces().showOne(files.first(), first);
        item.description = TracePage::describe(*first);
        item.figure = tr("%1 events").arg(countText(std::int64_t(first->trace->report.events)));
    } else {
        traces().showTwo(files, first, m_store->analysis(files[1]));
        item.description = tr("two traces");
    }
    rememberItem(item);
    showPage(m_traces);
    Q_EMIT opened();
}

void MainWindow::askRecord()
{
    RecordDialog dialog(this);
    connect(&dialog, &RecordDialog::recorded, this, [this](const QString& file) { openPaths({file}); });
    dialog.exec();
}

void MainWindow::reportProblem(const Error& error)
{
    Q_EMIT failed(textOf(error.message));
    auto* box =
        new QMessageBox(QMessageBox::Warning, tr("Twintrace"), textOf(error.message), QMessageBox::Ok, this);
    box->setObjectName(QStringLiteral("problemBox"));
    box->setTextFormat(Qt::PlainText);
    if (!error.detail.empty())
        box->setDetailedText(textOf(error.detail));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings().setValue(kGeometryKey, saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const qsizetype count = draggedFiles(event->mimeData()).size();
    if (count == 1 || count == 2)
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList files = draggedFiles(event->mimeData());
    event->acceptProposedAction();
    // The drag's owner waits for the end of this handler.
    QTimer::singleShot(0, this, [this, files] { openPaths(files); });
}

} // namespace twintrace
