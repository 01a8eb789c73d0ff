// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit_report.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace twintrace
{

/// Several batch sizes of one function: where compiling wins as a chart, each call in a table, and which
/// guard made it compile again.
class SweepView : public QWidget
{
    Q_OBJECT

  public:
    explicit SweepView(std::function<QString()> caption, QWidget* parent = nullptr);
    ~SweepView() override;

    void showSweeps(const AuditReport& report);

  private:
    void showSweep(const QString& sweep);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
