// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/paired.h"
#include "core/model/trace.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QPlainTextEdit;

namespace twintrace
{

class FigureTable;
class TextTableModel;
struct KernelMap;
struct KernelGroup;

/// What is known about one group of the kernel map: both sides with their figures, module, how it was
/// matched, the source line, and every call. All of it can be selected and copied.
class MatchPanel : public QWidget
{
    Q_OBJECT

  public:
    explicit MatchPanel(QWidget* parent = nullptr);
    void showGroup(const KernelMap& map, const KernelGroup& group);
    /// The group's executions in one forward, to be picked one by one.
    void showCalls(const Paired<TracePtr>& traces, const Paired<std::vector<EventId>>& events);
    [[nodiscard]] QString plainText() const;

  Q_SIGNALS:
    void callChosen(bool isCandidate, twintrace::EventId event);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitTitle();

    QString m_name; ///< of the group, whole
    QLabel* m_title = nullptr;
    QPlainTextEdit* m_text = nullptr;
    FigureTable* m_calls = nullptr;
    TextTableModel* m_rows = nullptr;
    std::vector<std::pair<bool, EventId>> m_events; ///< of the rows: of the candidate?, which
};

} // namespace twintrace
