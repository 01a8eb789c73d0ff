// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/open_dialogs.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

namespace twintrace
{
namespace
{

const QString kFolderKey = QStringLiteral("open/folder");

QString tr(const char* text)
{
    return QCoreApplication::translate("OpenDialogs", text);
}

QString lastFolder()
{
    return QSettings().value(kFolderKey).toString();
}

QString traceFilter()
{
    return tr("Traces (*.json *.gz *.zip *.trace);;All files (*)");
}

QStringList remembered(QStringList files)
{
    if (!files.isEmpty())
        QSettings().setValue(kFolderKey, QFileInfo(files.first()).absolutePath());
    return files;
}

} // namespace

QStringList askForTrace(QWidget* parent)
{
    const QString file = QFileDialog::getOpenFileName(parent, tr("Open trace"), lastFolder(), traceFilter());
    return remembered(file.isEmpty() ? QStringList() : QStringList{file});
}

QStringList askForTwoTraces(QWidget* parent)
{
    QStringList files = QFileDialog::getOpenFileNames(parent, tr("Choose two traces, or the baseline first"),
                                                      lastFolder(), traceFilter());
    if (files.size() == 1) {
        const QString second = QFileDialog::getOpenFileName(
            parent, tr("Choose the candidate"), QFileInfo(files.first()).absolutePath(), traceFilter());
        if (!second.isEmpty())
            files << second;
    }
    return files.size() < 2 ? QStringList() : remembered(files.mid(0, 2));
}

QString askForSession(QWidget* parent)
{
    return QFileDialog::getExistingDirectory(parent, tr("Open session (a .twintrace folder)"), lastFolder());
}

QStringList draggedFiles(const QMimeData* mime)
{
    QStringList files;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace twintrace
