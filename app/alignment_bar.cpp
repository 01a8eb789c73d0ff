// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alignment_bar.h"

#include "views/style/spacing.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace twintrace
{
namespace
{

// Item data of the anchor box: an iteration's number from 0, or one of these.
constexpr int kAtStart = -1;
constexpr int kAtFirstKernel = -2;
constexpr int kByOffset = -3;
constexpr int kMostIterations = 50;

QToolButton* makeButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setProperty("look", QStringLiteral("flat"));
    return button;
}

} // namespace

AlignmentBar::AlignmentBar(TwinTimelines& twins, QWidget* parent)
    : QWidget(parent), m_twins(twins), m_anchor(new QComboBox), m_locked(new QCheckBox(tr("Locked"))),
      m_scaled(new QCheckBox(tr("Same length")))
{
    setProperty("look", QStringLiteral("bar"));
    setAttribute(Qt::WA_StyledBackground);
    m_anchor->setObjectName(QStringLiteral("alignment"));
    m_anchor->setAccessibleName(tr("Aligned by"));
    m_anchor->setToolTip(tr("What stands against each other at the same place"));
    m_locked->setChecked(true);
    m_locked->setToolTip(tr("Pan and zoom move both timelines"));
    m_scaled->setToolTip(tr("Stretches the candidate to the baseline's length"));
    auto* search = makeButton(tr("Search"), tr("Search names in both (/)"));
    auto* picture = makeButton(tr("Picture"), tr("Save or copy these timelines"));
    picture->setObjectName(QStringLiteral("save-twins"));
    auto* keys = makeButton(QStringLiteral("?"), tr("All keys"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSmallSpace, 3, kSmallSpace, 3);
    layout->setSpacing(kSpace);
    layout->addWidget(m_anchor);
    layout->addWidget(m_locked);
    layout->addWidget(m_scaled);
    layout->addStretch(1);
    layout->addWidget(search);
    layout->addWidget(picture);
    layout->addWidget(keys);
    connect(m_anchor, &QComboBox::activated, this, &AlignmentBar::align);
    connect(m_locked, &QCheckBox::toggled, &m_twins, &TwinTimelines::setLocked);
    connect(&m_twins, &TwinTimelines::lockChanged, m_locked, &QCheckBox::setChecked);
    connect(m_scaled, &QCheckBox::toggled, &m_twins, &TwinTimelines::setScaled);
    connect(search, &QToolButton::clicked, this, [this] { m_twins.view(TwinSide::Baseline).startSearch(); });
    connect(picture, &QToolButton::clicked, this,
            [this, picture] { Q_EMIT pictureRequested(picture->mapToGlobal(QPoint(0, picture->height()))); });
    connect(keys, &QToolButton::clicked, this, [this] { m_twins.view(TwinSide::Baseline).showKeys(); });
    showIterations(0, 0);
}

void AlignmentBar::showIterations(int baseline, int candidate)
{
    m_baselineCount = baseline;
    m_candidateCount = candidate;
    const QSignalBlocker blocker(m_anchor);
    m_anchor->clear();
    const int both = std::min({baseline, candidate, kMostIterations});
    for (int i = 0; i < both; ++i)
        m_anchor->addItem(tr("forward %1, aligned").arg(i + 1), i);
    m_anchor->addItem(tr("first kernel, aligned"), kAtFirstKernel);
    m_anchor->addItem(tr("start, aligned"), kAtStart);
    m_anchor->addItem(tr("offset…"), kByOffset);
    if (both == 0)
        m_anchor->setCurrentIndex(0);
    else
        m_anchor->setCurrentIndex(both > 1 ? 1 : 0); // the first forward of a window is often still cold
    if (baseline + candidate > 0)
        align();
}

std::pair<int, int> AlignmentBar::forwards() const
{
    const int chosen = std::max(0, m_anchor->currentData().toInt());
    return {chosen, chosen};
}

void AlignmentBar::align()
{
    const int choice = m_anchor->currentData().toInt();
    if (choice >= 0) {
        m_twins.alignToIteration(choice, choice);
    } else if (choice == kAtStart) {
        m_twins.alignToStart();
    } else if (choice == kAtFirstKernel) {
        m_twins.alignToFirstKernel();
    } else {
        bool isOk = false;
        const double offset = QInputDialog::getDouble(this, tr("Offset"), tr("Move the candidate by (µs):"),
                                                      0, -1e12, 1e12, 3, &isOk);
        if (isOk)
            m_twins.alignByOffset(std::llround(offset * 1e3));
    }
}

} // namespace twintrace
