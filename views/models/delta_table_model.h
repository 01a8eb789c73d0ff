// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/trace_comparison.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

#include <vector>

namespace twintrace
{

/// One figure of both runs, a forward: gaps of a cause, calls of an API.
struct DeltaRow {
    QString title;
    Paired<double> count;
    Paired<double> amount;
};

/// Two counts and two amounts beside each other with their differences.
class DeltaTableModel : public RowsModel<DeltaRow>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::DeltaTableModel)

  public:
    enum Column {
        Title,
        BaselineCount,
        CandidateCount,
        CountDelta,
        BaselineAmount,
        CandidateAmount,
        AmountDelta,
        ColumnCount
    };
    /// What the two kinds of figure are called; amounts are microseconds, or plain numbers.
    DeltaTableModel(QString title, QString count, QString amount, bool isAmountTime,
                    QObject* parent = nullptr);

    void setGaps(const std::vector<GapDelta>& gaps);
    void setLaunches(const std::vector<LaunchDelta>& launches);

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const DeltaRow& row, int column, int role) const override;

  private:
    [[nodiscard]] QString amountText(double amount) const;

    QString m_title;
    QString m_count;
    QString m_amount;
    bool m_isAmountTime = true;
};

} // namespace twintrace
