// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/audit_report.h"

#include <QWidget>

#include <memory>

namespace twintrace
{

/// The kernels that a compiler wrote: each with its code, the ops it does and the source lines they came
/// from.
class GeneratedCodeView : public QWidget
{
    Q_OBJECT

  public:
    explicit GeneratedCodeView(QWidget* parent = nullptr);
    ~GeneratedCodeView() override;

    void showKernels(std::vector<GeneratedKernel> kernels);
    /// The kernels of ID.generated.json in a session; false when there are none (older sessions, variants
    /// without a package).
    bool showFile(const QString& file);
    /// Turns to the kernel of that name; false when there is none.
    bool chooseKernel(const QString& name);

  Q_SIGNALS:
    /// The user chose a kernel in the list.
    void kernelChosen(const QString& name);

  private:
    void showKernel(int row);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
