// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <functional>

namespace twintrace
{

class AnyCellFilter;
class FigureDelegate;

/// The table of all our panels: quiet rows with hairlines, sorting by a header click, filter, Ctrl+C copies
/// the chosen rows as tab-separated text with whole names.
class FigureTable : public QTableView
{
    Q_OBJECT

  public:
    explicit FigureTable(const QString& accessibleName, QWidget* parent = nullptr);

    /// Shows a model that gives kSortRole; it stays the owner's.
    void showModel(QAbstractItemModel* model);
    /// Only rows of which a cell holds the text (no case).
    void setFilter(const QString& text);
    /// Only rows of the shown model that this accepts; an empty one accepts all.
    void setRowFilter(std::function<bool(int sourceRow)> accepts);
    /// The column that takes the width that is left; others follow their content.
    void setStretchColumn(int column, int leastWidth = 160);
    /// As tall as its rows, no scroll bar of its own (for short tables on a page that scrolls).
    void setFitsRows(bool fits);
    [[nodiscard]] int sourceRow(const QModelIndex& index) const;
    void selectSourceRow(int row);
    [[nodiscard]] QString chosenText() const;
    void copyChosen() const;

  Q_SIGNALS:
    /// A row was chosen by click or key; the row of the shown model.
    void rowChosen(int sourceRow);
    /// Double click or Enter.
    void rowActivated(int sourceRow);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  private:
    void fitColumns();
    /// Makes columns as wide as their contents; returns how much all but the stretched one take.
    int fitToContents();
    void setTight(bool isTight);
    void narrowTexts(int excess);
    [[nodiscard]] int rowsHeight() const;

    AnyCellFilter* m_proxy = nullptr;
    FigureDelegate* m_delegate = nullptr;
    bool m_isTight = false; ///< less room between the columns, where the width is short
    int m_stretchColumn = 0;
    int m_leastStretchWidth = 160;
    bool m_fitsRows = false;
};

} // namespace twintrace
