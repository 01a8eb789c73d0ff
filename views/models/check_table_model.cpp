// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/check_table_model.h"

#include "views/models/figure_text.h"
#include "views/style/theme.h"

#include <QHash>

namespace twintrace
{

QString checkTitle(const std::string& id)
{
    static const QHash<QString, QString> titles{
        {QStringLiteral("compiled_at_least_0_90x_eager"), CheckTableModel::tr("compiled ≥ 0.90× eager")},
        {QStringLiteral("compile_warmup_at_least_eager"),
         CheckTableModel::tr("compile warm-up ≥ eager warm-up")},
        {QStringLiteral("clean_at_most_one_graph"), CheckTableModel::tr("clean ≤ 1 graph")},
        {QStringLiteral("broken_more_than_clean"), CheckTableModel::tr("broken > clean")}};
    const QString key = textOf(id);
    return titles.value(key, QString(key).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

QVariant CheckTableModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Verdict:
        return tr("verdict");
    case Check:
        return tr("check");
    case Measured:
        return tr("measured");
    case Limit:
        return tr("limit");
    default:
        return tr("in words");
    }
}

QVariant CheckTableModel::cell(const SessionCheck& row, int column, int role) const
{
    if (role == Qt::ForegroundRole && column == Verdict)
        return row.ok ? currentTheme().good : currentTheme().bad;
    if (role == kSortRole && (column == Measured || column == Limit))
        return column == Limit ? row.limit : row.measured.value_or(0);
    if (role != Qt::DisplayRole && role != kSortRole)
        return role == Qt::ToolTipRole && column == Sentence ? QVariant(textOf(row.sentence)) : QVariant();
    switch (column) {
    case Verdict:
        return row.ok ? tr("✓ passed") : row.measured ? tr("✗ failed") : tr("✗ not measured");
    case Check:
        return checkTitle(row.id);
    case Measured:
        return row.measured ? QString::number(*row.measured, 'g', 4) : QStringLiteral("—");
    case Limit:
        return QString::number(row.limit, 'g', 4);
    default:
        return textOf(row.sentence);
    }
}

} // namespace twintrace
