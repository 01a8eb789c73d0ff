// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QStringList>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace twintrace
{

/// The menus of the window with their keys. What concerns the pages is asked for by signals; theme and full
/// screen are done here.
class MainMenus : public QObject
{
    Q_OBJECT

  public:
    /// The keys work in the whole of `window`.
    explicit MainMenus(QWidget& window);

    [[nodiscard]] QMenuBar* bar() const { return m_bar; }
    [[nodiscard]] QMenu* exportMenu() const { return m_export; }
    /// Whether the page on screen can be saved as a picture, and whether it is a session with a folder.
    void followPage(bool hasPicture, bool isSession);

  Q_SIGNALS:
    void compareRequested();
    void openTraceRequested();
    void openTwoTracesRequested();
    void openSessionRequested();
    void recordRequested();
    void auditRequested();
    void recentRequested(const QStringList& paths);
    void recentForgotten();
    void welcomeRequested();
    void keysRequested();
    void savePictureRequested();
    void copyPictureRequested();
    void folderRequested();

  private:
    using Signal = void (MainMenus::*)();
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& keys, Signal signal);
    void makeFileMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makeExportMenu();
    void listRecent();
    void showAbout();

    QWidget& m_window;
    QMenuBar* m_bar = nullptr;
    QMenu* m_export = nullptr;
    QMenu* m_recent = nullptr;
    QAction* m_showFolder = nullptr;
    QList<QAction*> m_pictures;
};

} // namespace twintrace
