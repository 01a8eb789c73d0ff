// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/client/compare_options.h"
#include "capture/client/machine_probe.h"
#include "core/base/result.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace twintrace
{

/// What is to be compared: model, device, dtype, batch sizes, variants, thoroughness, folder. Remembers the
/// last choices.
class CompareForm : public QWidget
{
    Q_OBJECT

  public:
    explicit CompareForm(QWidget* parent = nullptr);

    void setMachine(const MachineReport& report);
    void setModel(const QString& model);
    [[nodiscard]] QString model() const;
    /// The options as entered, or the sentence that says what is wrong with them.
    [[nodiscard]] Result<CompareOptions> options() const;
    void remember() const;

  Q_SIGNALS:
    void changed();

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    [[nodiscard]] QWidget* makeModelRow();
    [[nodiscard]] QWidget* makeInputsRow();
    [[nodiscard]] QWidget* makeVariants();
    [[nodiscard]] QWidget* makeFolderRow();
    void chooseModelFile();
    void followDevice();
    void restore();

    QComboBox* m_model = nullptr;
    QComboBox* m_device = nullptr;
    QComboBox* m_dtype = nullptr;
    QLineEdit* m_batches = nullptr;
    QComboBox* m_thoroughness = nullptr;
    QLineEdit* m_folder = nullptr;
    std::vector<std::pair<std::string, QCheckBox*>> m_variants;
};

} // namespace twintrace
