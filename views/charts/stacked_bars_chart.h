// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chart.h"

#include <functional>
#include <vector>

namespace twintrace
{

/// One coloured part of a bar.
struct BarPart {
    QString key; ///< what the legend calls it; also what a click reports
    double value = 0;
    QString text;  ///< inside the part when there is room; "" = nothing
    QString hover; ///< the value in words
};

/// One horizontal bar.
struct BarRow {
    QString id;    ///< reported by a click
    QString label; ///< left of the bar
    std::vector<BarPart> parts;
    QString total; ///< behind the bar, bold up to the first '·'
};

/// Horizontal bars made of coloured parts, one row a variant: kernels by family, gaps by cause, the first
/// call's phases, top kernels.
class StackedBarsChart : public Chart
{
    Q_OBJECT

  public:
    /// The colour of a part's key in a theme.
    using ColourOf = std::function<QColor(const QString& key, const Theme& theme)>;
    StackedBarsChart(const QString& name, const QString& title, ColourOf colourOf, QWidget* parent = nullptr);

    void setRows(std::vector<BarRow> rows);
    [[nodiscard]] const std::vector<BarRow>& rows() const { return m_rows; }
    /// Keys that are stacked and listed in this order, before all others; takes effect with the next rows.
    void setKeyOrder(QStringList order) { m_order = std::move(order); }

  protected:
    void restyle(const Theme& theme) override;
    void arrange(QSize size) override;
    [[nodiscard]] Hit hitAt(const QPointF& place) const override;

  private:
    struct PartItem {
        QCPItemText* item = nullptr;
        double value = 0;
        QString key;
        QString text;
    };
    struct TotalItem {
        QCPItemText* strong = nullptr;
        QCPItemText* rest = nullptr;
        double value = 0;
    };
    [[nodiscard]] bool hasKey(const QString& key) const;
    void addRow(std::size_t index);
    void addPartLabels(std::size_t index);
    [[nodiscard]] QCPBars* barsFor(const QString& key);

    ColourOf m_colourOf;
    std::vector<BarRow> m_rows;
    QStringList m_order;
    std::vector<QString> m_keys; ///< the stacking and legend order: m_order, then by first appearance
    std::vector<QCPBars*> m_bars;
    std::vector<PartItem> m_partItems;
    std::vector<TotalItem> m_totalItems;
    QSharedPointer<QCPAxisTickerText> m_names;
    double m_most = 0;
};

} // namespace twintrace
