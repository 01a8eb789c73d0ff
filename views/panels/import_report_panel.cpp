// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/import_report_panel.h"

#include "core/base/format.h"
#include "views/models/figure_text.h"
#include "views/models/problem_table_model.h"
#include "views/panels/figure_table.h"
#include "views/style/spacing.h"

#include <QLabel>
#include <QVBoxLayout>

namespace twintrace
{
namespace
{

QString containerText(const ImportReport& report)
{
    switch (report.container) {
    case Container::Gzip:
        return ImportReportPanel::tr("gzip, %1 of text").arg(textOf(formatBytes(report.textBytes)));
    case Container::Zip:
        return ImportReportPanel::tr("zip, %1 of text").arg(textOf(formatBytes(report.textBytes)));
    case Container::Plain:
        break;
    }
    return ImportReportPanel::tr("plain JSON");
}

} // namespace

ImportReportPanel::ImportReportPanel(QWidget* parent)
    : QWidget(parent), m_summary(new QLabel), m_table(new FigureTable(tr("What was odd about the file"))),
      m_model(new ProblemTableModel(this))
{
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setProperty("look", QStringLiteral("small"));
    m_summary->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, kSmallSpace, 0, 0);
    layout->addWidget(m_summary, 0, Qt::AlignTop);
    layout->addWidget(m_table, 1);
    m_table->showModel(m_model);
    m_table->setStretchColumn(ProblemTableModel::Advice, 260);
    connect(m_table, &FigureTable::rowChosen, this, [this](int row) {
        if (m_trace == nullptr)
            return;
        const EventId event = eventNearByte(*m_trace, m_model->row(row).first.byte);
        if (event)
            Q_EMIT jumpRequested(event);
    });
}

void ImportReportPanel::showReport(TracePtr trace, const std::vector<ImportProblem>& problems,
                                   const QString& title)
{
    m_trace = std::move(trace);
    const ImportReport& report = m_trace->report;
    QString text = tr("%1: %2 (%3), %4 events kept")
                       .arg(title, textOf(formatBytes(report.fileBytes)), containerText(report),
                            countText(std::int64_t(report.events)));
    text += report.damagedEvents == 0
                ? tr(", none lost. ")
                : tr(", %1 damaged. ").arg(countText(std::int64_t(report.damagedEvents)));
    text += problems.empty() ? tr("Nothing was odd about this file.")
                             : tr("Click a row to jump to its first place on the timeline.");
    m_summary->setText(text);
    m_model->setRows(problems);
    m_table->setVisible(!problems.empty());
}

EventId ImportReportPanel::eventNearByte(const Trace& trace, std::uint64_t byte)
{
    // Slices are sorted by track, so the nearest one may be anywhere; one pass over a column is quick enough
    // for a click.
    EventId nearest;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const std::uint64_t place = trace.events.source[i];
        const std::uint64_t away = place > byte ? place - byte : byte - place;
        if (away < least) {
            least = away;
            nearest = EventId(std::uint32_t(i));
        }
    }
    return nearest;
}

} // namespace twintrace
