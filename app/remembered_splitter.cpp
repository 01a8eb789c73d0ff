// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/remembered_splitter.h"

#include <QSettings>
#include <QSplitter>

namespace twintrace
{

void rememberSplitter(QSplitter& splitter, const QString& name)
{
    const QString key = QStringLiteral("splitters/") + name;
    splitter.setObjectName(name);
    splitter.restoreState(QSettings().value(key).toByteArray());
    QObject::connect(&splitter, &QSplitter::splitterMoved, &splitter,
                     [&splitter, key] { QSettings().setValue(key, splitter.saveState()); });
}

} // namespace twintrace
