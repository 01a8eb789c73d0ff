// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/rows_model.h"

#include <QStringList>

#include <vector>

namespace twintrace
{

/// A cell of a TextTableModel: what is shown, and what it sorts by where that is another thing.
struct TextCell {
    QString text;
    QVariant sortKey = {};
    QString toolTip = {};
};

/// A table of texts for lists that are too small to deserve a model of their own.
class TextTableModel : public RowsModel<std::vector<TextCell>>
{
  public:
    /// `textColumns`: the columns that are not figures (they stand to the left).
    TextTableModel(QStringList headers, QList<int> textColumns, QObject* parent = nullptr)
        : RowsModel(parent), m_headers(std::move(headers)), m_textColumns(std::move(textColumns))
    {
    }

  protected:
    [[nodiscard]] int columns() const override { return int(m_headers.size()); }
    [[nodiscard]] QVariant header(int column, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(m_headers[column]) : QVariant();
    }
    [[nodiscard]] QVariant cell(const std::vector<TextCell>& row, int column, int role) const override
    {
        if (std::size_t(column) >= row.size())
            return {};
        const TextCell& cell = row[std::size_t(column)];
        if (role == Qt::DisplayRole)
            return cell.text;
        if (role == kSortRole)
            return cell.sortKey.isValid() ? cell.sortKey : QVariant(cell.text);
        return role == Qt::ToolTipRole ? QVariant(cell.toolTip) : QVariant();
    }
    [[nodiscard]] bool isText(int column) const override { return m_textColumns.contains(column); }

  private:
    QStringList m_headers;
    QList<int> m_textColumns;
};

} // namespace twintrace
