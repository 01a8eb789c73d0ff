// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QApplication;

namespace twintrace
{

/// Opens the main window, with the files given (a trace, two traces, or a session folder), and runs until it
/// is closed. TWINTRACE_STARTUP_TIME=1 prints how long it took from the program's start to the first paint.
[[nodiscard]] int runApp(QApplication& application, const QStringList& files);

} // namespace twintrace
