// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_app.h"

#include "app/main_window.h"
#include "views/style/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QIcon>
#include <QSettings>

#include <iostream>

namespace twintrace
{
namespace
{

// Runs from before main(): libraries are loaded, nothing of ours has happened yet.
const QElapsedTimer g_sinceStart = [] {
    QElapsedTimer timer;
    timer.start();
    return timer;
}();

} // namespace

int runApp(QApplication& application, const QStringList& files)
{
    QGuiApplication::setDesktopFileName(QStringLiteral("twintrace"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/twintrace.svg")));
    applyTheme(application, themeChoiceFromName(QSettings().value(kThemeSetting).toString()));
    MainWindow window;
    if (qEnvironmentVariableIsSet("TWINTRACE_STARTUP_TIME")) {
        QObject::connect(&window, &MainWindow::painted, [] {
            std::cerr << "twintrace: first paint " << g_sinceStart.elapsed() << " ms after the start\n";
        });
    }
    // The window stands before anything is read or any page of figures is built.
    QObject::connect(&window, &MainWindow::painted, &window, [&window, files] { window.openPaths(files); });
    window.show();
    return QApplication::exec();
}

} // namespace twintrace
