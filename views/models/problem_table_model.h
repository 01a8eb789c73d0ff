// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

namespace twintrace
{

/// What was odd about a file: the import report as a table.
class ProblemTableModel : public RowsModel<ImportProblem>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::ProblemTableModel)

  public:
    enum Column { Weight, Count, FirstByte, FirstLine, Message, Advice, ColumnCount };
    using RowsModel::RowsModel;

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const ImportProblem& row, int column, int role) const override;
    [[nodiscard]] bool isText(int column) const override { return column == Weight || column >= Message; }
};

} // namespace twintrace
