// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <memory>

class QTabWidget;

namespace twintrace
{

class TwinTimelines;
struct TraceAnalysis;

/// Two traces under one viewport with everything that says how they differ: alignment, selection, kernel map,
/// kernels, gaps, launches, where the difference comes from, import reports. The comparison is made off the
/// GUI thread.
class TwinView : public QWidget
{
    Q_OBJECT

  public:
    explicit TwinView(QWidget* parent = nullptr);
    ~TwinView() override;

    /// What the runs are called, and the caption of every picture saved from here.
    void setTitles(const QString& baseline, const QString& candidate, const QString& caption);
    void setTraces(std::shared_ptr<const TraceAnalysis> baseline,
                   std::shared_ptr<const TraceAnalysis> candidate);
    /// Further tabs behind the ones of the comparison (checks, first call, graph breaks …).
    [[nodiscard]] QTabWidget& tabs();
    [[nodiscard]] TwinTimelines& timelines();
    /// The verdict of the comparison; "" until it is made.
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] bool isCompared() const;
    /// Selects the kernels of a family ("gemm", "fused" …) in the forward on screen.
    void showFamily(bool isCandidate, const QString& familyTitle);
    /// Zooms to the longest gap with that cause ("host wait"; "" = any) and selects what it lies between.
    void showLongestGap(bool isCandidate, const QString& causeTitle);

    /// Selects the candidate's executions of a kernel of that name in the forward on screen.
    void showKernel(const QString& name);

  Q_SIGNALS:
    void compared();
    /// A kernel of the candidate was selected on its timeline or stands against one of the baseline.
    void candidateKernelSelected(const QString& name);

  private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
