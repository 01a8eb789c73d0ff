// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace twintrace
{

class TimelineView;
struct TraceAnalysis;

/// One trace: timeline, what is selected, kernels, gaps, iterations, import report.
class SingleView : public QWidget
{
    Q_OBJECT

  public:
    explicit SingleView(QWidget* parent = nullptr);
    ~SingleView() override;
    void showTrace(const std::shared_ptr<const TraceAnalysis>& analysis, const QString& title,
                   const QString& caption);
    [[nodiscard]] TimelineView& timeline();

  Q_SIGNALS:
    /// Two iterations of this trace above each other.
    void iterationsRequested();

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
