// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace twintrace
{

/// torch.compile under the glass: graphs, breaks with their lines, recompiles, what the first call cost, the
/// generated code, and where compiling wins. Earlier results of the page stay to be looked at after editing
/// the model.
class AuditPage : public QWidget
{
    Q_OBJECT

  public:
    explicit AuditPage(QWidget* parent = nullptr);
    ~AuditPage() override;

    void setModel(const QString& model);
    /// Shows a finished audit (the text of its JSON document); it becomes one of the results to choose from.
    void showDocument(const QString& title, const std::string& document);
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] QString sentence() const;

  Q_SIGNALS:
    void finished();

  private:
    void start();
    void finish();
    void showResult(int index);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace twintrace
