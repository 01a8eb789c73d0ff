// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/problem_table_model.h"

#include "views/models/figure_text.h"
#include "views/style/theme.h"

namespace twintrace
{
namespace
{

QColor weightColour(Severity severity)
{
    switch (severity) {
    case Severity::DataLoss:
        return currentTheme().bad;
    case Severity::Warning:
        return currentTheme().warning;
    case Severity::Notice:
        break;
    }
    return currentTheme().muted;
}

QString weightTitle(Severity severity)
{
    switch (severity) {
    case Severity::DataLoss:
        return ProblemTableModel::tr("data lost");
    case Severity::Warning:
        return ProblemTableModel::tr("doubtful");
    case Severity::Notice:
        break;
    }
    return ProblemTableModel::tr("notice");
}

} // namespace

QVariant ProblemTableModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Weight:
        return tr("weight");
    case Count:
        return tr("count");
    case FirstByte:
        return tr("first byte");
    case FirstLine:
        return tr("first line");
    case Message:
        return tr("what was found");
    default:
        return tr("what it means");
    }
}

QVariant ProblemTableModel::cell(const ImportProblem& row, int column, int role) const
{
    if (role == Qt::ForegroundRole)
        return column == Weight ? QVariant(weightColour(row.severity)) : QVariant();
    if (role == Qt::ToolTipRole && column == Weight)
        return textOf(row.code);
    if (role != Qt::DisplayRole && role != kSortRole && role != Qt::ToolTipRole)
        return {};
    const bool isSorting = role == kSortRole;
    switch (column) {
    case Weight:
        return isSorting ? QVariant(int(row.severity)) : QVariant(weightTitle(row.severity));
    case Count:
        return isSorting ? QVariant(qulonglong(row.count)) : QVariant(countText(std::int64_t(row.count)));
    case FirstByte:
        return isSorting ? QVariant(qulonglong(row.first.byte))
                         : QVariant(countText(std::int64_t(row.first.byte)));
    case FirstLine:
        if (isSorting)
            return qulonglong(row.first.line);
        return row.first.line == 0 ? QStringLiteral("—") : countText(std::int64_t(row.first.line));
    case Message:
        return textOf(row.message);
    default:
        return textOf(row.advice);
    }
}

} // namespace twintrace
