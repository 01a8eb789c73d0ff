// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sweep_panel.h"

#include "app/figure_card.h"
#include "views/charts/sweep_chart.h"
#include "views/models/figure_text.h"
#include "views/style/spacing.h"

#include <QLabel>
#include <QVBoxLayout>

namespace twintrace
{

SweepPanel::SweepPanel(std::function<QString()> caption, QWidget* parent)
    : QWidget(parent), m_sentence(new QLabel), m_chart(new SweepChart)
{
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, kTinySpace, 0, 0);
    column->setSpacing(kSmallSpace);
    column->addWidget(m_sentence);
    column->addWidget(new FigureCard(m_chart, std::move(caption)), 1);
}

void SweepPanel::showPoints(std::vector<SweepPoint> points, const QString& compiled)
{
    const QString sentence = textOf(summariseSweep(points).sentence);
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
    m_chart->setPoints(std::move(points), compiled);
}

} // namespace twintrace
