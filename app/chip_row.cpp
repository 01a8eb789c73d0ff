// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/chip_row.h"

#include "app/flow_layout.h"

#include <QLabel>

namespace twintrace
{
namespace
{

QString lookOf(Chip::Tone tone)
{
    switch (tone) {
    case Chip::Tone::Good:
        return QStringLiteral("chip-good");
    case Chip::Tone::Warning:
        return QStringLiteral("chip-warning");
    case Chip::Tone::Bad:
        return QStringLiteral("chip-bad");
    case Chip::Tone::Plain:
        break;
    }
    return QStringLiteral("chip");
}

} // namespace

ChipRow::ChipRow(QWidget* parent) : QWidget(parent)
{
    setLayout(new FlowLayout(6));
    // Not Fixed: that would hold the row at the height of one line, whatever the width asks for.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ChipRow::showChips(const std::vector<Chip>& chips)
{
    while (QLayoutItem* item = layout()->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const Chip& chip : chips) {
        auto* label = new QLabel(chip.text);
        label->setTextFormat(Qt::PlainText);
        label->setProperty("look", lookOf(chip.tone));
        if (!chip.explanation.isEmpty())
            label->setToolTip(
                QStringLiteral("<p style='white-space:pre'>%1</p>").arg(chip.explanation.toHtmlEscaped()));
        layout()->addWidget(label);
        label->show();
    }
    updateGeometry();
}

} // namespace twintrace
