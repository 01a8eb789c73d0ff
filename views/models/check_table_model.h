// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

namespace twintrace
{

/// The named checks of a session with limit and measurement.
class CheckTableModel : public RowsModel<SessionCheck>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::CheckTableModel)

  public:
    enum Column { Verdict, Check, Measured, Limit, Sentence, ColumnCount };
    using RowsModel::RowsModel;

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const SessionCheck& row, int column, int role) const override;
    [[nodiscard]] bool isText(int column) const override { return column != Measured && column != Limit; }
};

/// What people read for a check's id: "compiled ≥ 0.90× eager".
[[nodiscard]] QString checkTitle(const std::string& id);

} // namespace twintrace
