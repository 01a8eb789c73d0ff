// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit_report.h"

#include <QWidget>

#include <memory>

namespace twintrace
{

/// Where torch.compile left the graph: a line a break, and the chosen one in full with its code.
class GraphBreakView : public QWidget
{
    Q_OBJECT

  public:
    explicit GraphBreakView(QWidget* parent = nullptr);
    ~GraphBreakView() override;

    void showBreaks(std::vector<AuditBreak> breaks);

  private:
    void showBreak(int row);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
