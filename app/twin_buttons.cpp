// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/twin_buttons.h"

#include "app/flat_button.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace twintrace
{
TwinButtons::TwinButtons(TwinTimelines& twins, QWidget* parent) : QWidget(parent)
{
    auto* search = flatButton(tr("Search"), tr("Search names in the timelines (/)"));
    auto* picture = flatButton(tr("Picture"), tr("Save or copy these timelines"));
    picture->setObjectName(QStringLiteral("save-twins"));
    auto* keys = flatButton(QStringLiteral("?"), tr("All keys"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QToolButton* button : {search, picture, keys})
        layout->addWidget(button);
    TwinTimelines* both = &twins;
    connect(search, &QToolButton::clicked, this, [both] { both->view(TwinSide::Baseline).startSearch(); });
    connect(picture, &QToolButton::clicked, this,
            [this, picture] { Q_EMIT pictureRequested(picture->mapToGlobal(QPoint(0, picture->height()))); });
    connect(keys, &QToolButton::clicked, this, [both] { both->view(TwinSide::Baseline).showKeys(); });
}

} // namespace twintrace
