// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/loading_page.h"

#include "core/base/format.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

constexpr int kColumnWidth = 520;
constexpr int kSteps = 1000; // a progress bar counts in int; bytes do not fit

} // namespace

LoadingPage::LoadingPage(QWidget* parent) : QWidget(parent)
{
    setProperty("look", QStringLiteral("page"));
    m_title = new QLabel;
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(uiFont(16, QFont::DemiBold));
    m_title->setWordWrap(true);
    m_bar = new QProgressBar;
    m_bar->setRange(0, kSteps);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Reading progress"));
    m_bytes = new QLabel;
    m_bytes->setProperty("look", QStringLiteral("small"));
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelLoading"));
    connect(m_cancel, &QPushButton::clicked, this, &LoadingPage::cancelled);

    auto* below = new QHBoxLayout;
    below->addWidget(m_bytes, 1);
    below->addWidget(m_cancel);
    auto* column = new QWidget;
    column->setFixedWidth(kColumnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(kSpace);
    layout->addWidget(m_title);
    layout->addWidget(m_bar);
    layout->addLayout(below);
    auto* outer = new QVBoxLayout(this);
    outer->addStretch(2);
    outer->addWidget(column, 0, Qt::AlignHCenter);
    outer->addStretch(3);
}

void LoadingPage::begin(const QString& title)
{
    m_title->setText(tr("Reading %1").arg(title));
    m_bar->setRange(0, 0);
    m_bytes->setText(QString());
    m_cancel->setFocus();
}

void LoadingPage::setProgress(quint64 doneBytes, quint64 totalBytes)
{
    if (totalBytes == 0)
        return;
    m_bar->setRange(0, kSteps);
    m_bar->setValue(int(double(doneBytes) / double(totalBytes) * kSteps));
    if (doneBytes >= totalBytes) {
        m_bytes->setText(tr("Read; working out the figures…"));
        return;
    }
    m_bytes->setText(tr("%1 of %2").arg(textOf(formatBytes(doneBytes)), textOf(formatBytes(totalBytes))));
}

} // namespace twintrace
