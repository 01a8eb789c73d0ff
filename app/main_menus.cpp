// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_menus.h"

#include "app/recent_items.h"
#include "views/style/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>

#include <utility>

namespace twintrace
{

MainMenus::MainMenus(QWidget& window) : QObject(&window), m_window(window), m_bar(new QMenuBar)
{
    m_bar->setNativeMenuBar(false);
    makeFileMenu();
    makeViewMenu();
    makeHelpMenu();
    makeExportMenu();
}

QAction* MainMenus::add(QMenu* menu, const QString& text, const QKeySequence& keys, Signal signal)
{
    QAction* action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [this, signal] { Q_EMIT(this->*signal)(); });
    m_window.addAction(action);
    return action;
}

void MainMenus::makeFileMenu()
{
    QMenu* file = m_bar->addMenu(tr("&File"));
    add(file, tr("&Compare eager vs compiled…"), QKeySequence::New, &MainMenus::compareRequested);
    add(file, tr("&Open trace…"), QKeySequence::Open, &MainMenus::openTraceRequested);
    add(file, tr("Compare &two traces…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
        &MainMenus::openTwoTracesRequested);
    add(file, tr("Open &session…"), QKeySequence(), &MainMenus::openSessionRequested);
    add(file, tr("&Record a program…"), QKeySequence(Qt::CTRL | Qt::Key_R), &MainMenus::recordRequested);
    add(file, tr("&Audit torch.compile…"), QKeySequence(Qt::CTRL | Qt::Key_U), &MainMenus::auditRequested);
    m_recent = file->addMenu(tr("Recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &MainMenus::listRecent);
    file->addSeparator();
    QAction* quit = file->addAction(tr("&Quit"));
    quit->setShortcut(QKeySequence::Quit);
    connect(quit, &QAction::triggered, &m_window, &QWidget::close);
    m_window.addAction(quit);
}

void MainMenus::listRecent()
{
    m_recent->clear();
    for (const RecentItem& item : recentItems()) {
        // '&' in a file name is no mnemonic.
        QAction* action =
            m_recent->addAction(QString(item.title).replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this,
                [this, paths = item.paths] { Q_EMIT recentRequested(paths); });
    }
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("Forget all")), &QAction::triggered, this, [this] {
        forgetRecentItems();
        Q_EMIT recentForgotten();
    });
}

void MainMenus::makeViewMenu()
{
    QMenu* view = m_bar->addMenu(tr("&View"));
    add(view, tr("&Welcome page"), QKeySequence(Qt::ALT | Qt::Key_Home), &MainMenus::welcomeRequested);
    view->addSeparator();
    auto* themes = new QActionGroup(this);
    const QString chosen = QSettings().value(kThemeSetting, QStringLiteral("system")).toString();
    for (const auto& [name, title] :
         {std::pair{QStringLiteral("system"), tr("Colours of the &desktop")},
          std::pair{QStringLiteral("light"), tr("&Light")}, std::pair{QStringLiteral("dark"), tr("D&ark")}}) {
        QAction* action = view->addAction(title);
        action->setCheckable(true);
        action->setChecked(name == chosen);
        action->setObjectName(QStringLiteral("theme-") + name);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [which = name] {
            QSettings().setValue(kThemeSetting, which);
            applyTheme(*qApp, themeChoiceFromName(which));
        });
    }
    view->addSeparator();
    QAction* full = view->addAction(tr("&Full screen"));
    full->setShortcut(Qt::Key_F11);
    connect(full, &QAction::triggered, this,
            [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
    m_window.addAction(full);
}

void MainMenus::makeHelpMenu()
{
    QMenu* help = m_bar->addMenu(tr("&Help"));
    add(help, tr("&Keys of the timeline"), QKeySequence(), &MainMenus::keysRequested);
    connect(help->addAction(tr("&About Twintrace")), &QAction::triggered, this, &MainMenus::showAbout);
}

void MainMenus::showAbout()
{
    QMessageBox::about(
        &m_window, tr("About Twintrace"),
        tr("Twintrace %1: is the compiled model really faster than eager, where does the time go, and "
           "what did it cost to get there? Free software, GPL 3 or later.")
            .arg(QApplication::applicationVersion()));
}

void MainMenus::makeExportMenu()
{
    m_export = new QMenu(&m_window);
    m_pictures << add(m_export, tr("&Save picture…"), QKeySequence(Qt::CTRL | Qt::Key_S),
                      &MainMenus::savePictureRequested);
    m_pictures << add(m_export, tr("&Copy picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                      &MainMenus::copyPictureRequested);
    m_showFolder =
        add(m_export, tr("Show the session's &folder"), QKeySequence(), &MainMenus::folderRequested);
}

void MainMenus::followPage(bool hasPicture, bool isSession)
{
    m_showFolder->setVisible(isSession);
    for (QAction* action : m_pictures)
        action->setEnabled(hasPicture);
}

} // namespace twintrace
