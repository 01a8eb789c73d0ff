// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/export/figure_exporter.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace twintrace
{

class Figure;

/// Saves a figure as PNG, SVG or PDF at a chosen size, with a look at it beforehand.
class SavePictureDialog : public QDialog
{
    Q_OBJECT

  public:
    SavePictureDialog(Figure& figure, const QString& caption, QWidget* parent = nullptr);

    [[nodiscard]] PictureOptions options() const;
    /// Writes to the file without asking further; false shows the reason in the dialog.
    bool saveTo(const QString& file);

  private:
    void chooseFile();
    void showPreview();
    [[nodiscard]] QString ending() const;

    Figure& m_figure;
    QComboBox* m_format = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_theme = nullptr;
    QLineEdit* m_caption = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace twintrace
