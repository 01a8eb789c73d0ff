// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graph_break_view.h"

#include "app/side_by_side.h"
#include "views/models/text_table_model.h"
#include "views/panels/code_view.h"
#include "views/panels/figure_table.h"

#include <QVBoxLayout>

namespace twintrace
{
namespace
{

QString linesText(const std::vector<CodeLine>& lines, int marked)
{
    QString text;
    for (const CodeLine& line : lines)
        text += QStringLiteral("%1 %2  %3\n")
                    .arg(line.line == marked ? QStringLiteral("→") : QStringLiteral(" "))
                    .arg(line.line, 4)
                    .arg(line.code);
    return text;
}

// The place and its code first: that is what one edits.
QString wholeText(const AuditBreak& each)
{
    QStringList parts{each.reason};
    if (!each.place.file.isEmpty())
        parts << each.place.file + QLatin1Char(':') + QString::number(each.place.line) + QLatin1Char('\n') +
                     linesText(each.neighbours, each.place.line);
    if (!each.explanation.isEmpty())
        parts << each.explanation;
    QStringList hints;
    for (const QString& hint : each.hints)
        hints << QStringLiteral("→ ") + hint;
    if (!hints.isEmpty())
        parts << hints.join(QLatin1Char('\n'));
    if (!each.link.isEmpty())
        parts << each.link;
    return parts.join(QStringLiteral("\n\n"));
}

} // namespace

struct GraphBreakView::Impl {
    std::vector<AuditBreak> breaks;
    TextTableModel* model = nullptr;
    FigureTable* table = nullptr;
    CodeView* text = nullptr;
};

GraphBreakView::GraphBreakView(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.model = new TextTableModel({tr("why the graph broke"), tr("where"), tr("code")}, {0, 1, 2}, this);
    my.table = new FigureTable(tr("Graph breaks"));
    my.table->showModel(my.model);
    my.table->setStretchColumn(0, 160);
    my.text = new CodeView(tr("The graph break in full"));
    my.text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(sideBySide(my.table, my.text));
    connect(my.table, &FigureTable::rowChosen, this, &GraphBreakView::showBreak);
}

GraphBreakView::~GraphBreakView() = default;

void GraphBreakView::showBreaks(std::vector<AuditBreak> breaks)
{
    Impl& my = *m_impl;
    my.breaks = std::move(breaks);
    std::vector<std::vector<TextCell>> rows;
    for (const AuditBreak& each : my.breaks)
        rows.push_back({{each.reason.section(QLatin1Char('\n'), 0, 0), {}, each.reason},
                        {each.place.place(), {}, each.place.file},
                        {each.place.code.trimmed()}});
    my.model->setRows(std::move(rows));
    my.text->setPlainText(
        my.breaks.empty() ? tr("No graph break: the whole call is one piece of compiled code.") : QString());
    if (!my.breaks.empty())
        my.table->selectSourceRow(0);
}

void GraphBreakView::showBreak(int row)
{
    if (row >= 0 && std::size_t(row) < m_impl->breaks.size())
        m_impl->text->setPlainText(wholeText(m_impl->breaks[std::size_t(row)]));
}

} // namespace twintrace
