// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/match_panel.h"

#include "core/compare/trace_comparison.h"
#include "views/models/figure_text.h"
#include "views/models/text_table_model.h"
#include "views/panels/figure_table.h"
#include "views/style/fonts.h"
#include "views/style/spacing.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr int kLeastTitle = 40; // pixels, before the panel has its width

QString sideText(const QString& title, const std::vector<GroupKernel>& kernels, std::int64_t count,
                 Nanoseconds time, std::int64_t forwards)
{
    if (kernels.empty())
        return title + QStringLiteral("\n  —\n");
    QString text = MatchPanel::tr("%1: %2 kernels a forward, %3\n")
                       .arg(title, meanCountText(aForward(count, forwards)),
                            durationText(std::llround(aForward(time, forwards))));
    for (const GroupKernel& kernel : kernels) {
        text += QStringLiteral("  %1 × %2  %3\n")
                    .arg(meanCountText(aForward(kernel.count, forwards)),
                         durationText(kernel.count == 0 ? 0 : kernel.time / kernel.count),
                         textOf(kernel.shortName));
        QStringList origin;
        for (const std::string* part : {&kernel.op, &kernel.module}) {
            if (!part->empty())
                origin << textOf(*part);
        }
        if (!kernel.source.empty())
            origin << textOf(kernel.source).section(QLatin1Char('/'), -1);
        if (!origin.isEmpty())
            text += QStringLiteral("      ") + origin.join(QStringLiteral(" · ")) + QLatin1Char('\n');
    }
    return text;
}

} // namespace

MatchPanel::MatchPanel(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_text(new QPlainTextEdit),
      m_calls(new FigureTable(tr("Calls of the selected kernels"))),
      m_rows(new TextTableModel({tr("call"), tr("start"), tr("duration"), tr("kernel")}, {0, 3}, this))
{
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setReadOnly(true);
    m_text->setFont(monoFont(11));
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setAccessibleName(tr("Selected kernels"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    layout->addWidget(m_title);
    layout->addWidget(m_text, 3);
    layout->addWidget(m_calls, 2);
    m_calls->showModel(m_rows);
    m_calls->setStretchColumn(3, 40);
    connect(m_calls, &FigureTable::rowChosen, this, [this](int row) {
        if (row < 0 || std::size_t(row) >= m_events.size())
            return;
        const auto& [isCandidate, event] = m_events[std::size_t(row)];
        Q_EMIT callChosen(isCandidate, event);
    });
}

void MatchPanel::showCalls(const Paired<TracePtr>& traces, const Paired<std::vector<EventId>>& events)
{
    m_events.clear();
    std::vector<std::vector<TextCell>> rows;
    const auto add = [this, &rows](const Trace& trace, const std::vector<EventId>& calls, bool isCandidate) {
        for (const EventId event : calls) {
            m_events.emplace_back(isCandidate, event);
            rows.push_back({{isCandidate ? tr("candidate") : tr("baseline")},
                            {durationText(trace.begin(event)), qlonglong(trace.begin(event)),
                             exactDurationText(trace.begin(event))},
                            {durationText(trace.duration(event)), qlonglong(trace.duration(event)),
                             exactDurationText(trace.duration(event))},
                            {textOf(trace.name(event))}});
        }
    };
    add(*traces.baseline, events.baseline, false);
    add(*traces.candidate, events.candidate, true);
    m_rows->setRows(std::move(rows));
}

void MatchPanel::showGroup(const KernelMap& map, const KernelGroup& group)
{
    m_name = textOf(group.label);
    fitTitle();
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

// The label of a group may be a kernel's name of any length; it stands whole in the tip and in the text
// below.
void MatchPanel::fitTitle()
{
    m_title->setText(m_title->fontMetrics().elidedText(tr("Selected: %1").arg(m_name), Qt::ElideRight,
                                                       std::max(width() - 2 * kSpace, kLeastTitle)));
    m_title->setToolTip(QStringLiteral("<p>%1</p>").arg(m_name.toHtmlEscaped()));
}

void MatchPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTitle();
}

QString MatchPanel::plainText() const
{
    return m_name + QLatin1Char('\n') + m_text->toPlainText();
}

} // namespace twintrace
