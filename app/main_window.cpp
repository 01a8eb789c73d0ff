// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/audit_page.h"
#include "app/compare_dialog.h"
#include "app/figure_card.h"
#include "app/header_bar.h"
#include "app/loading_page.h"
#include "app/recent_items.h"
#include "app/record_dialog.h"
#include "app/results_page.h"
#include "app/save_picture_dialog.h"
#include "app/single_view.h"
#include "app/timeline_figures.h"
#include "app/trace_analysis.h"
#include "app/trace_page.h"
#include "app/trace_store.h"
#include "app/twin_view.h"
#include "app/welcome_page.h"
#include "core/base/format.h"
#include "core/compare/session_verdict.h"
#include "core/import/session_reader.h"
#include "views/export/figure_exporter.h"
#include "views/models/figure_text.h"
#include "views/style/theme.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <array>

namespace twintrace
{
namespace
{

const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kThemeKey = QStringLiteral("window/theme");
const QString kFolderKey = QStringLiteral("open/folder");

QString traceFilter()
{
    return MainWindow::tr("Traces (*.json *.gz *.zip *.trace);;All files (*)");
}

QStringList filesOf(const QMimeData* mime)
{
    QStringList files;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace

struct MainWindow::Menus {
    QMenuBar* bar = nullptr;
    QMenu* exporting = nullptr;
    QMenu* recent = nullptr;
    QAction* showFolder = nullptr;
    QList<QAction*> pictures;
};

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_menus(std::make_unique<Menus>()), m_pages(new QStackedWidget),
      m_welcome(new WelcomePage), m_loading(new LoadingPage), m_results(new ResultsPage),
      m_traces(new TracePage), m_audit(new AuditPage), m_store(new TraceStore(this))
{
    setWindowTitle(tr("Twintrace"));
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setMinimumSize(900, 560);
    makeMenus();
    m_header = new HeaderBar(m_menus->bar, m_menus->exporting);
    for (QWidget* page :
         {static_cast<QWidget*>(m_welcome), static_cast<QWidget*>(m_loading),
          static_cast<QWidget*>(m_results), static_cast<QWidget*>(m_traces), static_cast<QWidget*>(m_audit)})
        m_pages->addWidget(page);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);

    connect(m_header, &HeaderBar::compareRequested, this, [this] { startCompare(); });
    connect(m_header, &HeaderBar::homeRequested, this, &MainWindow::showWelcome);
    connect(m_header, &HeaderBar::choiceChanged, m_results, &ResultsPage::choose);
    connect(m_results, &ResultsPage::choiceChanged, this, &MainWindow::showHeader);
    connect(m_welcome, &WelcomePage::compareRequested, this, [this] { startCompare(); });
    connect(m_welcome, &WelcomePage::openTraceRequested, this, &MainWindow::askOpenTrace);
    connect(m_welcome, &WelcomePage::openTwoTracesRequested, this, &MainWindow::askOpenTwoTraces);
    connect(m_welcome, &WelcomePage::recordRequested, this, &MainWindow::askRecord);
    connect(m_welcome, &WelcomePage::recentRequested, this, &MainWindow::openPaths);
    connect(m_loading, &LoadingPage::cancelled, m_store, &TraceStore::cancel);
    connect(m_store, &TraceStore::progressed, m_loading, &LoadingPage::setProgress);
    connect(m_store, &TraceStore::ready, this, &MainWindow::showLoaded);
    connect(m_store, &TraceStore::failed, this, [this](const Error& error) {
        showWelcome();
        if (error.code != ErrorCode::Cancelled)
            reportProblem(error);
    });
    const QSettings settings;
    if (!restoreGeometry(settings.value(kGeometryKey).toByteArray()))
        resize(1440, 900);
    showWelcome();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeMenus()
{
    Menus& my = *m_menus;
    my.bar = new QMenuBar;
    my.bar->setNativeMenuBar(false);
    QMenu* file = my.bar->addMenu(tr("&File"));
    const auto add = [this](QMenu* menu, const QString& text, const QKeySequence& keys, auto&& act) {
        QAction* action = menu->addAction(text);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
        return action;
    };
    add(file, tr("&Compare eager vs compiled…"), QKeySequence::New, [this] { startCompare(); });
    add(file, tr("&Open trace…"), QKeySequence::Open, [this] { askOpenTrace(); });
    add(file, tr("Compare &two traces…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        [this] { askOpenTwoTraces(); });
    add(file, tr("Open &session…"), QKeySequence(), [this] { askOpenSession(); });
    add(file, tr("&Record a program…"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] { askRecord(); });
    add(file, tr("&Audit torch.compile…"), QKeySequence(Qt::CTRL | Qt::Key_U), [this] { showAudit(); });
    my.recent = file->addMenu(tr("Recent"));
    connect(my.recent, &QMenu::aboutToShow, this, [this] {
        m_menus->recent->clear();
        for (const RecentItem& item : recentItems()) {
            // '&' in a file name is no mnemonic.
            QAction* action = m_menus->recent->addAction(
                QString(item.title).replace(QLatin1Char('&'), QLatin1String("&&")));
            connect(action, &QAction::triggered, this, [this, paths = item.paths] { openPaths(paths); });
        }
        m_menus->recent->addSeparator();
        connect(m_menus->recent->addAction(tr("Forget all")), &QAction::triggered, this, [this] {
            forgetRecentItems();
            m_welcome->showRecent({});
        });
    });
    file->addSeparator();
    add(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });

    QMenu* view = my.bar->addMenu(tr("&View"));
    add(view, tr("&Welcome page"), QKeySequence(Qt::ALT | Qt::Key_Home), [this] { showWelcome(); });
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const QString chosen = QSettings().value(kThemeKey, QStringLiteral("system")).toString();
    for (const auto& [name, title] :
         {std::pair{QStringLiteral("system"), tr("Colours of the &desktop")},
          std::pair{QStringLiteral("light"), tr("&Light")}, std::pair{QStringLiteral("dark"), tr("D&ark")}}) {
        QAction* action = view->addAction(title);
        action->setCheckable(true);
        action->setChecked(name == chosen);
        action->setObjectName(QStringLiteral("theme-") + name);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, which = name] { setTheme(which); });
    }
    view->addSeparator();
    add(view, tr("&Full screen"), QKeySequence(Qt::Key_F11),
        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });

    QMenu* help = my.bar->addMenu(tr("&Help"));
    add(help, tr("&Keys of the timeline"), QKeySequence(), [this] {
        if (m_pages->currentWidget() == m_results)
            m_results->twins().timelines().view(TwinSide::Baseline).showKeys();
        else if (m_traces->isTwo())
            m_traces->twins().timelines().view(TwinSide::Baseline).showKeys();
        else
            m_traces->single().timeline().showKeys();
    });
    add(help, tr("&About Twintrace"), QKeySequence(), [this] {
        QMessageBox::about(
            this, tr("About Twintrace"),
            tr("Twintrace %1: is the compiled model really faster than eager, where does the time go, and "
               "what did it cost to get there? Free software, GPL 3 or later.")
                .arg(QApplication::applicationVersion()));
    });

    my.exporting = new QMenu(this);
    my.pictures << add(my.exporting, tr("&Save picture…"), QKeySequence(Qt::CTRL | Qt::Key_S),
                       [this] { savePicture(); });
    my.pictures << add(my.exporting, tr("&Copy picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                       [this] { copyPicture(); });
    my.showFolder = my.exporting->addAction(tr("Show the session's &folder"));
    connect(my.showFolder, &QAction::triggered, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_results->folder())); });
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
    showHeader();
}

void MainWindow::showHeader()
{
    const QWidget* page = m_pages->currentWidget();
    const bool isSession = page == m_results;
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
        m_header->setSubject(page == m_traces ? m_traces->caption() : QString());
        setWindowTitle(tr("Twintrace"));
    }
    m_header->setVariants(variants, isSession ? m_results->baseline() : QString(),
                          isSession ? m_results->candidate() : QString());
    const bool hasPicture = isSession || page == m_traces;
    m_header->setExportEnabled(hasPicture);
    m_menus->showFolder->setVisible(isSession);
    for (QAction* action : m_menus->pictures)
        action->setEnabled(hasPicture);
}

void MainWindow::showWelcome()
{
    m_welcome->showRecent(recentItems());
    showPage(m_welcome);
}

void MainWindow::showAudit()
{
    showPage(m_audit);
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
    const Result<void> opened = m_results->openSession(path);
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
        m_traces->showOne(files.first(), first);
        item.description = TracePage::describe(*first);
        item.figure = tr("%1 events").arg(countText(std::int64_t(first->trace->report.events)));
    } else {
        m_traces->showTwo(files, first, m_store->analysis(files[1]));
        item.description = tr("two traces");
    }
    rememberItem(item);
    showPage(m_traces);
    Q_EMIT opened();
}

void MainWindow::askOpenTrace()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open trace"), QSettings().value(kFolderKey).toString(), traceFilter());
    if (file.isEmpty())
        return;
    QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
    openPaths({file});
}

void MainWindow::askOpenTwoTraces()
{
    QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Choose two traces, or the baseline first"),
                                      QSettings().value(kFolderKey).toString(), traceFilter());
    if (files.size() == 1) {
        const QString second = QFileDialog::getOpenFileName(
            this, tr("Choose the candidate"), QFileInfo(files.first()).absolutePath(), traceFilter());
        if (second.isEmpty())
            return;
        files << second;
    }
    if (files.size() < 2)
        return;
    QSettings().setValue(kFolderKey, QFileInfo(files.first()).absolutePath());
    openPaths(files.mid(0, 2));
}

void MainWindow::askOpenSession()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open session (a .twintrace folder)"),
                                                             QSettings().value(kFolderKey).toString());
    if (!folder.isEmpty())
        openSession(folder);
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

void MainWindow::savePicture()
{
    if (m_pages->currentWidget() == m_results) {
        m_results->savePicture();
    } else if (m_traces->isTwo()) {
        TwinFigure figure(m_traces->twins().timelines());
        SavePictureDialog(figure, m_traces->caption(), this).exec();
    } else {
        TimelineFigure figure(m_traces->single().timeline());
        SavePictureDialog(figure, m_traces->caption(), this).exec();
    }
}

void MainWindow::copyPicture()
{
    const PictureOptions options{QSize(), 2, m_traces->caption(), false};
    if (m_pages->currentWidget() == m_results) {
        m_results->copyPicture();
    } else if (m_traces->isTwo()) {
        TwinFigure figure(m_traces->twins().timelines());
        twintrace::copyPicture(figure, options);
    } else {
        TimelineFigure figure(m_traces->single().timeline());
        twintrace::copyPicture(figure, options);
    }
}

void MainWindow::setTheme(const QString& name)
{
    QSettings().setValue(kThemeKey, name);
    applyTheme(*qApp, themeChoiceFromName(name));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings().setValue(kGeometryKey, saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const qsizetype count = filesOf(event->mimeData()).size();
    if (count == 1 || count == 2)
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QStringList files = filesOf(event->mimeData());
    event->acceptProposedAction();
    // The drag's owner waits for the end of this handler.
    QTimer::singleShot(0, this, [this, files] { openPaths(files); });
}

} // namespace twintrace
