// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/delta_table_model.h"

#include "views/models/figure_text.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kNothing = 0.05; // a difference below the shown precision

QString signedCount(double difference)
{
    if (std::abs(difference) < kNothing)
        return QStringLiteral("0");
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + meanCountText(std::abs(difference));
}

double valueOf(const DeltaRow& row, int column)
{
    switch (column) {
    case DeltaTableModel::BaselineCount:
        return row.count.baseline;
    case DeltaTableModel::CandidateCount:
        return row.count.candidate;
    case DeltaTableModel::CountDelta:
        return row.count.candidate - row.count.baseline;
    case DeltaTableModel::BaselineAmount:
        return row.amount.baseline;
    case DeltaTableModel::CandidateAmount:
        return row.amount.candidate;
    default:
        return row.amount.candidate - row.amount.baseline;
    }
}

} // namespace

DeltaTableModel::DeltaTableModel(QString title, QString count, QString amount, bool isAmountTime,
                                 QObject* parent)
    : RowsModel(parent), m_title(std::move(title)), m_count(std::move(count)), m_amount(std::move(amount)),
      m_isAmountTime(isAmountTime)
{
}

void DeltaTableModel::setGaps(const std::vector<GapDelta>& gaps)
{
    std::vector<DeltaRow> rows;
    for (const GapDelta& gap : gaps)
        rows.push_back({textOf(gapCauseTitle(gap.cause)), gap.count, gap.us});
    setRows(std::move(rows));
}

void DeltaTableModel::setLaunches(const std::vector<LaunchDelta>& launches)
{
    std::vector<DeltaRow> rows;
    for (const LaunchDelta& launch : launches)
        rows.push_back({textOf(launch.api), launch.calls, launch.kernels});
    setRows(std::move(rows));
}

QVariant DeltaTableModel::header(int column, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Title:
        return m_title;
    case BaselineCount:
        return tr("%1, baseline").arg(m_count);
    case CandidateCount:
        return tr("candidate");
    case BaselineAmount:
        return tr("%1, baseline").arg(m_amount);
    case CandidateAmount:
        return tr("candidate");
    default:
        return tr("Δ a forward");
    }
}

QString DeltaTableModel::amountText(double amount) const
{
    return m_isAmountTime ? microsecondText(amount) : meanCountText(amount);
}

QVariant DeltaTableModel::cell(const DeltaRow& row, int column, int role) const
{
    if (column == Title)
        return role == Qt::DisplayRole || role == kSortRole ? QVariant(row.title) : QVariant();
    const double value = valueOf(row, column);
    const bool isDelta = column == CountDelta || column == AmountDelta;
    switch (role) {
    case kSortRole:
        return value;
    case Qt::FontRole:
        return isDelta ? QVariant(uiFont(13, QFont::DemiBold)) : QVariant();
    case Qt::ForegroundRole:
        if (!isDelta || std::abs(value) < kNothing)
            return {};
        return value < 0 ? currentTheme().good : currentTheme().bad;
    case Qt::DisplayRole:
        if (column == CountDelta)
            return signedCount(value);
        if (column == AmountDelta)
            return m_isAmountTime ? deltaText(value) : signedCount(value);
        return column <= CandidateCount ? meanCountText(value) : amountText(value);
    default:
        return {};
    }
}

} // namespace twintrace
