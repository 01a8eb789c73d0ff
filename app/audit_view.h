// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

#include <functional>
#include <memory>

namespace twintrace
{

struct AuditReport;

/// One audit in tabs: graph breaks, batch sizes, the first call, generated code, checks.
class AuditView : public QTabWidget
{
    Q_OBJECT

  public:
    /// `caption`: the line under saved charts.
    explicit AuditView(std::function<QString()> caption, QWidget* parent = nullptr);
    ~AuditView() override;

    void showReport(const AuditReport& report);

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
