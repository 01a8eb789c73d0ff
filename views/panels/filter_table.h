// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace twintrace
{

class FigureTable;

/// A FigureTable with a filter field and a line of text above it.
class FilterTable : public QWidget
{
    Q_OBJECT

  public:
    explicit FilterTable(const QString& accessibleName, QWidget* parent = nullptr);
    [[nodiscard]] FigureTable& table() const { return *m_table; }
    /// What stands beside the filter: totals, coverage, what to do when there is nothing.
    void setNote(const QString& note);
    /// A choice beside the filter of which rows are shown: a title and what it accepts, the first one chosen.
    using Choice = std::pair<QString, std::function<bool(int sourceRow)>>;
    void setChoices(const QString& accessibleName, std::vector<Choice> choices);

  private:
    QLineEdit* m_filter = nullptr;
    QHBoxLayout* m_line = nullptr;
    QLabel* m_note = nullptr;
    FigureTable* m_table = nullptr;
};

} // namespace twintrace
