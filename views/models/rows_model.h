// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <utility>
#include <vector>

namespace twintrace
{

/// Roles of all our tables besides Qt's own.
enum TableRole {
    kSortRole = Qt::UserRole, ///< the number or text that a column sorts by
    kSuffixRole,              ///< muted text behind the cell's own
    kTagRole,                 ///< true: draw the text as an outlined tag
    kWholeTextRole,           ///< the text as it is copied, when the cell shows less
};

/// A table over a vector of rows. A table of ours says how many columns it has, what stands in a header cell
/// and what stands in a cell; all the rest of QAbstractTableModel is here.
template <class Row> class RowsModel : public QAbstractTableModel
{
  public:
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] const Row& row(int index) const { return m_rows[std::size_t(index)]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final
    {
        return parent.isValid() ? 0 : columns();
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const final
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columns())
            return {};
        if (role == Qt::TextAlignmentRole)
            return int(alignment(section));
        return header(section, role);
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        if (role == Qt::TextAlignmentRole)
            return int(alignment(index.column()));
        return cell(m_rows[std::size_t(index.row())], index.column(), role);
    }

  protected:
    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual QVariant header(int column, int role) const = 0;
    [[nodiscard]] virtual QVariant cell(const Row& row, int column, int role) const = 0;
    /// Numbers stand to the right; a subclass says which columns hold text.
    [[nodiscard]] virtual bool isText(int column) const { return column == 0; }

  private:
    [[nodiscard]] Qt::Alignment alignment(int column) const
    {
        return Qt::AlignVCenter | (isText(column) ? Qt::AlignLeft : Qt::AlignRight);
    }
    std::vector<Row> m_rows;
};

} // namespace twintrace
