// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timeline_state.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTimer;
class QToolButton;

namespace twintrace
{

class TimelineSearch;

/// Search and filter of one timeline: part of a name (or args), shortest duration, highlight or hide the
/// rest, counts, steps, progress and cancel.
class SearchBar : public QWidget
{
    Q_OBJECT
  public:
    SearchBar(TimelineState& state, TimelineSearch& search, QWidget* parent = nullptr);

    void open();
    /// Shown beside the count: "3 of 234".
    void setPosition(std::size_t ordinal, std::size_t total);

  Q_SIGNALS:
    void nextWanted();
    void previousWanted();
    void closed();

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void changed();
    void showState();
    void showProgress();

    TimelineState& m_state;
    TimelineSearch& m_search;
    QLineEdit* m_text;
    QLineEdit* m_minimum;
    QCheckBox* m_args;
    QCheckBox* m_hide;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QString m_position;
};

/// Reads "10us", "1.5 ms", "2s", "300" (ns without unit); 0 for an empty text, negative when it is no
/// duration.
[[nodiscard]] Nanoseconds durationFromText(const QString& text);

} // namespace twintrace
