// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <utility>

class QCheckBox;
class QComboBox;
class QToolButton;

namespace twintrace
{

class TwinTimelines;

/// The line over twin timelines: what they are aligned by, locked or not, scaled or not, picture, search,
/// keys.
class AlignmentBar : public QWidget
{
    Q_OBJECT

  public:
    explicit AlignmentBar(TwinTimelines& twins, QWidget* parent = nullptr);

    /// Offers the iterations that both have, and aligns at the first steady one.
    void showIterations(int baseline, int candidate);
    /// The forwards that stand against each other now (0-based), the first where none are chosen.
    [[nodiscard]] std::pair<int, int> forwards() const;

  Q_SIGNALS:
    void pictureRequested(const QPoint& globalPlace);

  private:
    void align();

    TwinTimelines& m_twins;
    QComboBox* m_anchor = nullptr;
    QCheckBox* m_locked = nullptr;
    QCheckBox* m_scaled = nullptr;
    int m_baselineCount = 0;
    int m_candidateCount = 0;
};

} // namespace twintrace
