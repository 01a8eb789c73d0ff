// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/kernel_table.h"
#include "core/model/trace.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

namespace twintrace
{

/// Kernels, copies and fills of a trace by name.
class KernelTableModel : public RowsModel<KernelRow>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::KernelTableModel)

  public:
    enum Column { Name, Family, Count, Total, Share, Mean, Median, Shortest, Longest, ColumnCount };
    using RowsModel::RowsModel;
    void setTrace(TracePtr trace, std::vector<KernelRow> rows);

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const KernelRow& row, int column, int role) const override;
    [[nodiscard]] bool isText(int column) const override { return column <= Family; }

  private:
    TracePtr m_trace;
    Nanoseconds m_total = 0;
};

} // namespace twintrace
