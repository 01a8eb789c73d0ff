// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/welcome_page.h"

#include "app/action_card.h"
#include "app/flow_layout.h"
#include "app/recent_row.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr int kColumnWidth = 720;

QLabel* makeText(const QString& text, const QFont& font, const char* look = "")
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setFont(font);
    label->setWordWrap(true);
    label->setProperty("look", QString::fromLatin1(look));
    return label;
}

void clear(QVBoxLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
}

QLabel* makeFound(const Capability& capability)
{
    QString text = QStringLiteral("✓ ") + textOf(capability.title);
    if (!capability.found.empty())
        text += QLatin1Char(' ') + textOf(capability.found);
    QLabel* label = makeText(text, uiFont(13), "capable");
    label->setWordWrap(false);
    return label;
}

QLabel* makeMissing(const Capability& capability)
{
    QString text = QStringLiteral("○ ") + textOf(capability.problem);
    if (!capability.remedy.empty())
        text += QLatin1Char(' ') + textOf(capability.remedy);
    return makeText(text, uiFont(13), "incapable");
}

} // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent)
{
    setProperty("look", QStringLiteral("page"));
    auto* column = new QWidget;
    column->setFixedWidth(kColumnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 44, 0, 28);
    layout->setSpacing(6);
    layout->addWidget(makeText(tr("Is the compiled model really faster?"), uiFont(28, QFont::Bold)));
    layout->addWidget(
        makeText(tr("Run a model eagerly and compiled, see where the time goes, and what compiling cost."),
                 uiFont(14), "muted"));
    layout->addSpacing(22);
    layout->addWidget(makeActions());
    layout->addSpacing(22);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    layout->addLayout(m_recent);
    layout->addSpacing(22);
    layout->addWidget(makeMachineCard());
    layout->addStretch(1);

    auto* inner = new QWidget;
    inner->setProperty("look", QStringLiteral("page"));
    auto* centre = new QHBoxLayout(inner);
    centre->addStretch(1);
    centre->addWidget(column);
    centre->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(inner);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

QWidget* WelcomePage::makeActions()
{
    auto* compare =
        new ActionCard(tr("Compare eager vs compiled"), QString(), QStringLiteral("Ctrl+N"), true);
    compare->setObjectName(QStringLiteral("compareButton"));
    setFocusProxy(compare);
    auto* open = new ActionCard(tr("Open trace…"), tr("PyTorch or Chrome JSON"), QString(), false);
    open->setObjectName(QStringLiteral("openTraceButton"));
    auto* two = new ActionCard(tr("Compare two traces…"), tr("on one time scale"), QString(), false);
    two->setObjectName(QStringLiteral("openTwoTracesButton"));
    auto* audit =
        new ActionCard(tr("Audit torch.compile…"), tr("breaks, recompiles, code"), QString(), false);
    audit->setObjectName(QStringLiteral("auditCard"));
    auto* record = new ActionCard(tr("Record a program…"), tr("any CUDA program"), QString(), false);
    record->setObjectName(QStringLiteral("recordButton"));
    connect(compare, &QPushButton::clicked, this, &WelcomePage::compareRequested);
    connect(open, &QPushButton::clicked, this, &WelcomePage::openTraceRequested);
    connect(two, &QPushButton::clicked, this, &WelcomePage::openTwoTracesRequested);
    connect(record, &QPushButton::clicked, this, &WelcomePage::recordRequested);
    connect(audit, &QPushButton::clicked, this, &WelcomePage::auditRequested);
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(10);
    grid->addWidget(compare, 0, 0, 1, 4);
    int column = 0;
    for (ActionCard* card : {open, two, audit, record})
        grid->addWidget(card, 1, column++);
    return box;
}

QWidget* WelcomePage::makeMachineCard()
{
    auto* card = new QFrame;
    card->setProperty("look", QStringLiteral("well"));
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(kWideSpace, kSpace, kWideSpace, kSpace);
    layout->setSpacing(5);
    layout->addWidget(makeText(tr("This machine"), uiFont(13, QFont::DemiBold)));
    m_machine = new QVBoxLayout;
    m_machine->setSpacing(5);
    m_machine->addWidget(makeText(tr("Looking what it can do…"), uiFont(13), "muted"));
    layout->addLayout(m_machine);
    return card;
}

void WelcomePage::showRecent(const QList<RecentItem>& items)
{
    clear(m_recent);
    QLabel* heading = makeText(tr("Recent"), uiFont(12, QFont::DemiBold), "muted");
    m_recent->addWidget(heading);
    m_recent->addSpacing(4);
    bool isEmpty = true;
    for (const RecentItem& item : items) {
        if (!item.exists())
            continue;
        auto* row = new RecentRow(item);
        connect(row, &QPushButton::clicked, this,
                [this, paths = item.paths] { Q_EMIT recentRequested(paths); });
        m_recent->addWidget(row);
        isEmpty = false;
    }
    if (isEmpty)
        m_recent->addWidget(
            makeText(tr("Nothing yet. Drop one or two trace files here, or start a comparison."), uiFont(13),
                     "muted"));
}

void WelcomePage::showMachine(const MachineReport& report)
{
    clear(m_machine);
    auto* found = new QWidget;
    auto* flow = new FlowLayout(kWideSpace, 5);
    found->setLayout(flow);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    found->setSizePolicy(policy);
    m_machine->addWidget(found);
    const Capability* gpu = report.find("gpu");
    for (const Capability& capability : report.capabilities) {
        if (capability.isOk)
            flow->addWidget(makeFound(capability));
        else if (capability.id != "cupti" || gpu == nullptr || gpu->isOk)
            m_machine->addWidget(makeMissing(capability)); // without a GPU nobody misses its recorder
    }
}

} // namespace twintrace
