// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/side_by_side.h"

#include <QSplitter>

namespace twintrace
{

QWidget* sideBySide(QWidget* first, QWidget* second)
{
    constexpr int kEqual = 1000; // only the ratio counts
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(9);
    splitter->setChildrenCollapsible(false);
    splitter->setProperty("look", QStringLiteral("bare"));
    splitter->addWidget(first);
    splitter->addWidget(second);
    splitter->setSizes({kEqual, kEqual});
    return splitter;
}

} // namespace twintrace
