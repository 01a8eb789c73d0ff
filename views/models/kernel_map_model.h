// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/kernel_map.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

namespace twintrace
{

/// Baseline kernels and what became of them, a forward: sortable by difference.
class KernelMapModel : public RowsModel<KernelGroup>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::KernelMapModel)

  public:
    enum Column {
        Baseline,
        Fate,
        Candidate,
        AForward,
        BaselineTime,
        CandidateTime,
        Delta,
        MatchedBy,
        Source,
        ColumnCount
    };
    using RowsModel::RowsModel;
    void setMap(const KernelMap& map);

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const KernelGroup& row, int column, int role) const override;
    [[nodiscard]] bool isText(int column) const override
    {
        return column == Baseline || column == Candidate || column == Source;
    }

  private:
    [[nodiscard]] double baselineUs(const KernelGroup& row) const;
    [[nodiscard]] double candidateUs(const KernelGroup& row) const;

    Paired<std::int64_t> m_forwards;
};

/// "4→1", "only baseline", "only candidate", "1→1".
[[nodiscard]] QString fateText(const KernelGroup& group, const Paired<std::int64_t>& forwards);

} // namespace twintrace
