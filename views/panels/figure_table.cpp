// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/panels/figure_table.h"

#include "views/models/rows_model.h"
#include "views/panels/figure_delegate.h"
#include "views/style/spacing.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <cmath>
#include <set>

namespace twintrace
{
namespace
{

constexpr int kWidestColumn = 460;
constexpr int kHeaderHeight = 26;

constexpr int kNarrowestText = 110; // a text column is cut down to this before the table scrolls sideways

} // namespace

/// Any cell of the row may hold the text; the base class looks at one column or at all display texts.
class AnyCellFilter : public QSortFilterProxyModel
{
  public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setRowFilter(std::function<bool(int)> accepts)
    {
        m_accepts = std::move(accepts);
        invalidateFilter();
    }

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        if (m_accepts && !m_accepts(row))
            return false;
        const QString wanted = filterRegularExpression().pattern();
        if (wanted.isEmpty())
            return true;
        for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
            const QModelIndex index = sourceModel()->index(row, column, parent);
            for (const int role : {int(Qt::DisplayRole), int(kWholeTextRole)}) {
                if (filterRegularExpression().match(index.data(role).toString()).hasMatch())
                    return true;
            }
        }
        return false;
    }

  private:
    std::function<bool(int)> m_accepts;
};

FigureTable::FigureTable(const QString& accessibleName, QWidget* parent)
    : QTableView(parent), m_proxy(new AnyCellFilter(this)), m_delegate(new FigureDelegate(this))
{
    setAccessibleName(accessibleName);
    setItemDelegate(m_delegate);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setFixedHeight(kHeaderHeight);
    horizontalHeader()->setSortIndicatorShown(true);
    m_proxy->setSortRole(kSortRole);
    QTableView::setModel(m_proxy);
    connect(this, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(sourceRow(index)); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    Q_EMIT rowChosen(sourceRow(current));
            });
    connect(m_proxy, &QAbstractItemModel::modelReset, this, &FigureTable::fitColumns);
}

void FigureTable::showModel(QAbstractItemModel* model)
{
    m_proxy->setSourceModel(model);
    m_proxy->sort(-1);
    horizontalHeader()->setSortIndicator(-1, Qt::DescendingOrder);
    fitColumns();
}

void FigureTable::setFilter(const QString& text)
{
    m_proxy->setFilterRegularExpression(
        QRegularExpression(QRegularExpression::escape(text), QRegularExpression::CaseInsensitiveOption));
}

void FigureTable::setRowFilter(std::function<bool(int sourceRow)> accepts)
{
    m_proxy->setRowFilter(std::move(accepts));
}

void FigureTable::setStretchColumn(int column, int leastWidth)
{
    m_stretchColumn = column;
    m_leastStretchWidth = leastWidth;
    fitColumns();
}

void FigureTable::setFitsRows(bool fits)
{
    m_fitsRows = fits;
    // The arrow's room in every header is more than a wide table can spare; few rows need no sorting.
    setSortingEnabled(!fits);
    horizontalHeader()->setSortIndicatorShown(!fits);
    if (fits)
        m_proxy->sort(-1);
    fitColumns();
    setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    setSizePolicy(QSizePolicy::Expanding, fits ? QSizePolicy::Fixed : QSizePolicy::Expanding);
    updateGeometry();
}

int FigureTable::sourceRow(const QModelIndex& index) const
{
    return m_proxy->mapToSource(index).row();
}

void FigureTable::selectSourceRow(int row)
{
    if (m_proxy->sourceModel() == nullptr)
        return;
    const QModelIndex index = m_proxy->mapFromSource(m_proxy->sourceModel()->index(row, 0));
    if (index.isValid())
        setCurrentIndex(index);
}

QString FigureTable::chosenText() const
{
    std::set<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.insert(index.row());
    QString text;
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < m_proxy->columnCount(); ++column) {
            const QModelIndex index = m_proxy->index(row, column);
            const QVariant whole = index.data(kWholeTextRole);
            cells << (whole.isValid() ? whole.toString() : index.data(Qt::DisplayRole).toString());
        }
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

void FigureTable::copyChosen() const
{
    QGuiApplication::clipboard()->setText(chosenText());
}

void FigureTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyChosen();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (currentIndex().isValid())
            Q_EMIT rowActivated(sourceRow(currentIndex()));
        return;
    }
    QTableView::keyPressEvent(event);
}

int FigureTable::fitToContents()
{
    resizeColumnsToContents();
    int others = 0;
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        if (column == m_stretchColumn || isColumnHidden(column))
            continue;
        setColumnWidth(column, std::min(columnWidth(column), kWidestColumn));
        others += columnWidth(column);
    }
    return others;
}

void FigureTable::setTight(bool isTight)
{
    m_isTight = isTight;
    m_delegate->setPadding(isTight ? FigureDelegate::kTightPadding : FigureDelegate::kPadding);
    QHeaderView* header = horizontalHeader();
    header->setProperty("density", isTight ? QStringLiteral("tight") : QString());
    header->style()->unpolish(header);
    header->style()->polish(header);
}

void FigureTable::fitColumns()
{
    if (m_proxy->sourceModel() == nullptr)
        return;
    int count = 0;
    for (int column = 0; column < m_proxy->columnCount(); ++column)
        count += column == m_stretchColumn || isColumnHidden(column) ? 0 : 1;
    int others = fitToContents();
    const int loose = m_isTight ? count * 2 * (FigureDelegate::kPadding - FigureDelegate::kTightPadding) : 0;
    if (const bool isShort = others + loose + m_leastStretchWidth > viewport()->width();
        isShort != m_isTight) {
        setTight(isShort);
        others = fitToContents();
    }
    if (others + m_leastStretchWidth > viewport()->width()) {
        narrowTexts(others + m_leastStretchWidth - viewport()->width());
        others = 0;
        for (int column = 0; column < m_proxy->columnCount(); ++column)
            others += column == m_stretchColumn || isColumnHidden(column) ? 0 : columnWidth(column);
    }
    // Air between the columns only where the width has some to give.
    const int spare =
        viewport()->width() - others - std::max(m_leastStretchWidth, columnWidth(m_stretchColumn));
    const int air = count == 0 ? 0 : std::clamp(spare / count, 0, int(2 * kSpace));
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        if (column != m_stretchColumn && !isColumnHidden(column))
            setColumnWidth(column, columnWidth(column) + air);
    }
    setColumnWidth(m_stretchColumn,
                   std::max(m_leastStretchWidth, viewport()->width() - others - air * count));
    if (m_fitsRows)
        updateGeometry();
}

// Texts can be cut, and are whole in the tool tip; figures cannot.
void FigureTable::narrowTexts(int excess)
{
    int spare = 0;
    const auto spareOf = [this](int column) {
        const auto side =
            Qt::Alignment(m_proxy->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
        const bool isCut = column != m_stretchColumn && !isColumnHidden(column) && (side & Qt::AlignLeft);
        return isCut ? std::max(0, columnWidth(column) - kNarrowestText) : 0;
    };
    for (int column = 0; column < m_proxy->columnCount(); ++column)
        spare += spareOf(column);
    if (spare == 0)
        return;
    const double share = std::min(1.0, double(excess) / spare);
    for (int column = 0; column < m_proxy->columnCount(); ++column)
        setColumnWidth(column, columnWidth(column) - int(std::ceil(share * spareOf(column))));
}

int FigureTable::rowsHeight() const
{
    const int bar = horizontalScrollBar()->maximum() > 0 ? horizontalScrollBar()->sizeHint().height() : 0;
    return kHeaderHeight + m_proxy->rowCount() * kRowHeight + bar + 2;
}

void FigureTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitColumns();
}

void FigureTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && viewport() != nullptr)
        viewport()->update();
}

QSize FigureTable::sizeHint() const
{
    return m_fitsRows ? QSize(400, rowsHeight()) : QTableView::sizeHint();
}

QSize FigureTable::minimumSizeHint() const
{
    return m_fitsRows ? QSize(200, rowsHeight()) : QSize(200, kHeaderHeight + 3 * kRowHeight);
}

} // namespace twintrace
