// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"
#include "views/timeline/timeline_state.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace twintrace
{

class FigureTable;
class ProblemTableModel;

/// What was wrong with a file, how often, where first, and what it means for the figures. A row jumps to the
/// place.
class ImportReportPanel : public QWidget
{
    Q_OBJECT

  public:
    explicit ImportReportPanel(QWidget* parent = nullptr);
    /// `problems`: those of the report and the doubts that the finished figures brought.
    void showReport(TracePtr trace, const std::vector<ImportProblem>& problems, const QString& title);
    [[nodiscard]] FigureTable& table() const { return *m_table; }

    /// The slice of the trace that begins nearest to a byte of its text; invalid for an empty trace.
    [[nodiscard]] static EventId eventNearByte(const Trace& trace, std::uint64_t byte);

  Q_SIGNALS:
    /// The event nearest to the problem's first place.
    void jumpRequested(twintrace::EventId event);

  private:
    TracePtr m_trace;
    QLabel* m_summary = nullptr;
    FigureTable* m_table = nullptr;
    ProblemTableModel* m_model = nullptr;
};

} // namespace twintrace
