// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/models/rows_model.h"

#include <QCoreApplication>

#include <optional>
#include <string>

namespace twintrace
{

/// A variant with its comparison against the chosen baseline.
struct VariantRow {
    SessionVariant variant;
    std::optional<SessionComparison> comparison;
    bool isBaseline = false;
    bool isBest = false; ///< the highest speed-up of the session that is a real difference
    std::optional<std::int64_t>
        peakBytes{}; ///< of the memory that the model runs in: the GPU's, or the host's
};

/// The rows of a session in its own order, against `baseline`.
[[nodiscard]] std::vector<VariantRow> variantRows(const Session& session, const std::string& baseline);

/// The variant table of the results page: three latencies, speed-up, kernels, launches, gaps, pay-back,
/// outputs.
class VariantTableModel : public RowsModel<VariantRow>
{
    Q_DECLARE_TR_FUNCTIONS(twintrace::VariantTableModel)

  public:
    enum Column {
        Variant,
        Uncached,
        Cached,
        Steady,
        Interval,
        Speedup,
        Throughput,
        Kernels,
        Launches,
        Gaps,
        Busy,
        PaysBack,
        Memory,
        Outputs,
        ColumnCount
    };
    using RowsModel::RowsModel;
    void setSession(const Session& session, const std::string& baseline);

  protected:
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] QVariant header(int column, int role) const override;
    [[nodiscard]] QVariant cell(const VariantRow& row, int column, int role) const override;

  private:
    bool m_isCpu = false;
};

} // namespace twintrace
