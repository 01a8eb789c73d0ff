// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;
class QWidget;

namespace twintrace
{

/// Ask for what to open; empty when nothing was chosen. The folder is remembered for the next time.
[[nodiscard]] QStringList askForTrace(QWidget* parent);
/// Two files chosen at once, or one after the other: the baseline first.
[[nodiscard]] QStringList askForTwoTraces(QWidget* parent);
[[nodiscard]] QString askForSession(QWidget* parent);

/// The local files that are dragged over the window.
[[nodiscard]] QStringList draggedFiles(const QMimeData* mime);

} // namespace twintrace
