// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/filter_table.h"

#include "views/panels/figure_table.h"
#include "views/style/spacing.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr int kFilterWidth = 230;

} // namespace

FilterTable::FilterTable(const QString& accessibleName, QWidget* parent)
    : QWidget(parent), m_filter(new QLineEdit), m_note(new QLabel), m_table(new FigureTable(accessibleName))
{
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter: %1").arg(accessibleName));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(kFilterWidth);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setProperty("look", QStringLiteral("small"));
    connect(m_filter, &QLineEdit::textChanged, m_table, &FigureTable::setFilter);
    auto* line = m_line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_filter);
    line->setSpacing(kSmallSpace);
    line->addWidget(m_note, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kTinySpace, 0, 0);
    layout->setSpacing(kTinySpace);
    layout->addLayout(line);
    layout->addWidget(m_table, 1);
}

void FilterTable::setChoices(const QString& accessibleName, std::vector<Choice> choices)
{
    auto* box = new QComboBox;
    box->setAccessibleName(accessibleName);
    for (const Choice& choice : choices)
        box->addItem(choice.first);
    connect(box, &QComboBox::currentIndexChanged, this, [this, all = std::move(choices)](int index) {
        m_table->setRowFilter(all[std::size_t(index)].second);
    });
    m_line->insertWidget(1, box);
}

void FilterTable::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setToolTip(QStringLiteral("<p>%1</p>").arg(note.toHtmlEscaped()));
}

} // namespace twintrace
