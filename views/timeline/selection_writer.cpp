// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/selection_writer.h"

#include "core/base/format.h"
#include "views/style/fonts.h"

#include <QTextDocument>
#include <QTextOption>
#include <QTextTable>

namespace twintrace
{
namespace
{

constexpr double kKeyWidth = 104;
constexpr double kIndent = 10;

QTextCharFormat formatOf(const QFont& font, const QColor& color)
{
    QTextCharFormat format;
    format.setFont(font);
    format.setForeground(color);
    return format;
}

QTextCharFormat linked(QTextCharFormat format, const QString& link, const Theme& theme)
{
    if (!link.isEmpty()) {
        format.setAnchor(true);
        format.setAnchorHref(link);
        format.setForeground(theme.accent);
    }
    return format;
}

} // namespace

SelectionWriter::SelectionWriter(QTextDocument& document, const Theme& theme)
    : m_cursor(&document), m_theme(theme)
{
    document.clear();
    document.setDocumentMargin(12);
    document.setDefaultFont(uiFont(12));
    QTextOption option = document.defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(option);
}

void SelectionWriter::block(double above, double indent)
{
    QTextBlockFormat format;
    format.setTopMargin(above);
    format.setLeftMargin(indent);
    if (m_table != nullptr)
        m_cursor.movePosition(QTextCursor::End);
    m_table = nullptr;
    if (m_isEmpty)
        m_cursor.setBlockFormat(format);
    else
        m_cursor.insertBlock(format);
    m_isEmpty = false;
}

void SelectionWriter::title(const QString& text)
{
    block(0);
    m_cursor.insertText(text, formatOf(uiFont(14, QFont::DemiBold), m_theme.text));
}

void SelectionWriter::section(const QString& text)
{
    block(12);
    m_cursor.insertText(text, formatOf(uiFont(12, QFont::DemiBold), m_theme.text));
}

void SelectionWriter::note(const QString& text)
{
    block(4);
    m_cursor.insertText(text, formatOf(uiFont(12), m_theme.muted));
}

void SelectionWriter::field(const QString& key, const QString& value, const QString& link)
{
    if (m_table == nullptr) {
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellPadding(1);
        format.setCellSpacing(0);
        format.setTopMargin(4);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setColumnWidthConstraints(
            {QTextLength(QTextLength::FixedLength, kKeyWidth), QTextLength(QTextLength::VariableLength, 0)});
        m_table = m_cursor.insertTable(1, 2, format);
        m_isEmpty = false;
    } else {
        m_table->appendRows(1);
    }
    const int row = m_table->rows() - 1;
    m_table->cellAt(row, 0).firstCursorPosition().insertText(key, formatOf(uiFont(12), m_theme.muted));
    m_table->cellAt(row, 1).firstCursorPosition().insertText(
        value, linked(formatOf(uiFont(12), m_theme.text), link, m_theme));
}

void SelectionWriter::item(const QString& lead, const QString& name, const QString& link, int depth)
{
    block(2, kIndent * depth);
    if (!lead.isEmpty())
        m_cursor.insertText(lead + QStringLiteral("  "), formatOf(uiFont(12), m_theme.muted));
    m_cursor.insertText(name, linked(formatOf(uiFont(12), m_theme.text), link, m_theme));
}

QString bothDurationText(Nanoseconds duration)
{
    const QString fitting = QString::fromStdString(formatDuration(duration));
    const QString exact = QString::fromStdString(formatExactDuration(duration));
    return fitting == exact ? fitting : fitting + QStringLiteral("  (") + exact + QStringLiteral(")");
}

} // namespace twintrace
