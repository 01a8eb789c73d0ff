// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/kernel_table_model.h"

#include "core/base/format.h"
#include "views/models/figure_text.h"
#include "views/style/fonts.h"

namespace twintrace
{
namespace
{

double shareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? double(part) / double(whole) : 0;
}

} // namespace

void KernelTableModel::setTrace(TracePtr trace, std::vector<KernelRow> rows)
{
    m_trace = std::move(trace);
    m_total = 0;
    for (const KernelRow& row : rows)
        m_total = saturatingAdd(m_total, row.total);
    setRows(std::move(rows));
}

QVariant KernelTableModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Name:
        return tr("kernel");
    case Family:
        return tr("family");
    case Count:
        return tr("count");
    case Total:
        return tr("total");
    case Share:
        return tr("share");
    case Mean:
        return tr("mean");
    case Median:
        return tr("median");
    case Shortest:
        return tr("shortest");
    default:
        return tr("longest");
    }
}

QVariant KernelTableModel::cell(const KernelRow& row, int column, int role) const
{
    const auto time = [role](Nanoseconds value) -> QVariant {
        if (role == kSortRole)
            return qlonglong(value);
        if (role == Qt::DisplayRole)
            return durationText(value);
        return role == Qt::ToolTipRole || role == kWholeTextRole ? QVariant(exactDurationText(value))
                                                                 : QVariant();
    };
    switch (column) {
    case Name:
        if (role == Qt::DisplayRole)
            return textOf(row.shortName);
        if (role == Qt::ToolTipRole || role == kWholeTextRole || role == kSortRole)
            return m_trace ? textOf(m_trace->text(row.name)) : QString();
        return role == Qt::FontRole ? QVariant(monoFont()) : QVariant();
    case Family:
        return role == Qt::DisplayRole || role == kSortRole ? QVariant(textOf(familyTitle(row.family)))
                                                            : QVariant();
    case Count:
        if (role == kSortRole)
            return qlonglong(row.count);
        return role == Qt::DisplayRole ? QVariant(countText(row.count)) : QVariant();
    case Total:
        return time(row.total);
    case Share:
        if (role == kSortRole)
            return qlonglong(row.total);
        return role == Qt::DisplayRole ? QVariant(textOf(formatPercent(shareOf(row.total, m_total))))
                                       : QVariant();
    case Mean:
        return time(row.mean());
    case Median:
        return time(row.median);
    case Shortest:
        return time(row.shortest);
    default:
        return time(row.longest);
    }
}

} // namespace twintrace
