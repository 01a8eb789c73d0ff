// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QMenuBar;
class QPushButton;
class QToolButton;

namespace twintrace
{

/// The bar over every page: menus, what is open, which two variants are compared, Export, Compare….
class HeaderBar : public QWidget
{
    Q_OBJECT

  public:
    explicit HeaderBar(QMenuBar* menus, QMenu* exportMenu, QWidget* parent = nullptr);

    void setSubject(const QString& text);
    /// Variants (id, label) to choose a baseline and a candidate from; an empty list hides both boxes.
    void setVariants(const std::vector<std::pair<QString, QString>>& variants, const QString& baseline,
                     const QString& candidate);
    void setExportEnabled(bool isEnabled);

  Q_SIGNALS:
    void choiceChanged(const QString& baseline, const QString& candidate);
    void compareRequested();
    void homeRequested();

  private:
    QLabel* m_subject = nullptr;
    QWidget* m_choice = nullptr;
    QComboBox* m_baseline = nullptr;
    QComboBox* m_candidate = nullptr;
    QToolButton* m_export = nullptr;
    QPushButton* m_compare = nullptr;
};

} // namespace twintrace
