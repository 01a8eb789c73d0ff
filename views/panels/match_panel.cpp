// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/match_panel.h"

#include "core/compare/trace_comparison.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QStringList>
#include <QVBoxLayout>

#include <cmath>

namespace twintrace
{
namespace
{

QString sideText(const QString& title, const std::vector<GroupKernel>& kernels, std::int64_t count,
                 Nanoseconds time, std::int64_t forwards)
{
    if (kernels.empty())
        return title + QStringLiteral("\n  —\n");
    QString text = MatchPanel::tr("%1: %2 kernels a forward, %3\n")
                       .arg(title, meanCountText(aForward(count, forwards)),
                            durationText(std::llround(aForward(time, forwards))));
    for (const GroupKernel& kernel : kernels) {
        text +=
            QStringLiteral("  %1 × %2  %3\n")
                .arg(meanCountText(aForward(kernel.count, forwards)),
                     durationText(kernel.count == 0 ? 0 : kernel.time / kernel.count), textOf(kernel.name));
        QStringList origin;
        for (const std::string* part : {&kernel.op, &kernel.module, &kernel.source}) {
            if (!part->empty())
                origin << textOf(*part);
        }
        if (!origin.isEmpty())
            text += QStringLiteral("      ") + origin.join(QStringLiteral(" · ")) + QLatin1Char('\n');
    }
    return text;
}

} // namespace

MatchPanel::MatchPanel(QWidget* parent) : QWidget(parent), m_title(new QLabel), m_text(new QPlainTextEdit)
{
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_text->setReadOnly(true);
    m_text->setFont(monoFont(11));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setAccessibleName(tr("Selected kernels"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    layout->addWidget(m_title);
    layout->addWidget(m_text, 1);
}

void MatchPanel::showGroup(const KernelMap& map, const KernelGroup& group)
{
    m_title->setText(tr("Selected: %1").arg(textOf(group.label)));
    QString text = sideText(tr("baseline"), group.baseline, group.baselineCount, group.baselineTime,
                            map.forwards.baseline);
    text += QLatin1Char('\n');
    text += sideText(tr("candidate"), group.candidate, group.candidateCount, group.candidateTime,
                     map.forwards.candidate);
    if (group.kind != GroupKind::Added && group.kind != GroupKind::Removed)
        text += tr("\nmatched by %1, confidence %2 %\n")
                    .arg(textOf(layerKey(group.layer)))
                    .arg(std::lround(group.confidence * 100));
    m_text->setPlainText(text);
}

QString MatchPanel::plainText() const
{
    return m_title->text() + QLatin1Char('\n') + m_text->toPlainText();
}

} // namespace twintrace
