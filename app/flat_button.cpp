// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/flat_button.h"

#include <QString>
#include <QToolButton>

namespace twintrace
{

QToolButton* flatButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setProperty("look", QStringLiteral("flat"));
    return button;
}

} // namespace twintrace
