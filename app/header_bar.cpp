// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/header_bar.h"

#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace twintrace
{
namespace
{

constexpr int kHeight = 44;

QLabel* makeLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setProperty("look", QStringLiteral("muted"));
    return label;
}

} // namespace

HeaderBar::HeaderBar(QMenuBar* menus, QMenu* exportMenu, QWidget* parent)
    : QWidget(parent), m_subject(makeLabel(QString())), m_choice(new QWidget), m_baseline(new QComboBox),
      m_candidate(new QComboBox), m_export(new QToolButton), m_compare(new QPushButton(tr("Compare…")))
{
    setProperty("look", QStringLiteral("bar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(kHeight);
    auto* home = new QPushButton(tr("Twintrace"));
    home->setProperty("look", QStringLiteral("flat"));
    home->setFont(uiFont(14, QFont::Bold));
    home->setToolTip(tr("To the welcome page"));
    home->setObjectName(QStringLiteral("homeButton"));
    menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_subject->setMinimumWidth(40);
    m_subject->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_baseline->setAccessibleName(tr("Baseline"));
    m_baseline->setObjectName(QStringLiteral("baseline"));
    m_candidate->setAccessibleName(tr("Candidate"));
    m_candidate->setObjectName(QStringLiteral("candidate"));
    auto* choice = new QHBoxLayout(m_choice);
    choice->setContentsMargins(0, 0, 0, 0);
    choice->setSpacing(kSmallSpace);
    choice->addWidget(makeLabel(tr("Baseline")));
    choice->addWidget(m_baseline);
    choice->addSpacing(kTinySpace);
    choice->addWidget(makeLabel(tr("Candidate")));
    choice->addWidget(m_candidate);
    m_choice->hide();
    m_export->setText(tr("Export ▾"));
    m_export->setProperty("look", QStringLiteral("button"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setMenu(exportMenu);
    m_export->setFocusPolicy(Qt::StrongFocus);
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_compare->setProperty("look", QStringLiteral("primary"));
    m_compare->setObjectName(QStringLiteral("headerCompareButton"));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSmallSpace, 0, kPageMargin, 0);
    layout->setSpacing(kSmallSpace);
    layout->addWidget(home);
    layout->addWidget(menus, 0, Qt::AlignVCenter);
    layout->addSpacing(kSmallSpace);
    layout->addWidget(m_subject, 1);
    layout->addWidget(m_choice);
    layout->addSpacing(kTinySpace);
    layout->addWidget(m_export);
    layout->addWidget(m_compare);

    connect(home, &QPushButton::clicked, this, &HeaderBar::homeRequested);
    connect(m_compare, &QPushButton::clicked, this, &HeaderBar::compareRequested);
    const auto choose = [this] {
        Q_EMIT choiceChanged(m_baseline->currentData().toString(), m_candidate->currentData().toString());
    };
    connect(m_baseline, &QComboBox::activated, this, choose);
    connect(m_candidate, &QComboBox::activated, this, choose);
}

void HeaderBar::setSubject(const QString& text)
{
    m_subject->setText(text);
    m_subject->setToolTip(QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()));
}

void HeaderBar::setVariants(const std::vector<std::pair<QString, QString>>& variants, const QString& baseline,
                            const QString& candidate)
{
    for (QComboBox* box : {m_baseline, m_candidate}) {
        const QSignalBlocker blocker(box);
        box->clear();
        for (const auto& [id, label] : variants)
            box->addItem(label, id);
        box->setCurrentIndex(box->findData(box == m_baseline ? baseline : candidate));
    }
    m_choice->setVisible(!variants.empty());
}

void HeaderBar::setExportEnabled(bool isEnabled)
{
    m_export->setVisible(isEnabled);
}

} // namespace twintrace
