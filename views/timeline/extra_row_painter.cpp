// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/extra_row_painter.h"

#include "core/base/format.h"
#include "views/style/palette.h"
#include "views/timeline/scene_hit.h"

#include <QPolygonF>

#include <algorithm>
#include <limits>

namespace twintrace
{
namespace
{

constexpr double kDiamond = 5;      // half of its height
constexpr double kBoxedPixels = 10; // marks at least this wide are boxes

/// The line of a counter, and what lies under it.
class CounterLine
{
  public:
    CounterLine(const PaintContext& context, double zero, const QColor& color)
        : m_painter(context.painter), m_zero(zero), m_color(color)
    {
    }

    void add(double x, double high, double low)
    {
        if (!m_line.isEmpty() && m_line.back().x() < x)
            m_line << QPointF(x, m_line.back().y());
        m_line << QPointF(x, high);
        if (low != high)
            m_line << QPointF(x, low);
    }
    void finish(double x)
    {
        if (!m_line.isEmpty())
            m_line << QPointF(x, m_line.back().y());
        if (m_line.size() > 1) {
            QPolygonF filled = m_line;
            filled << QPointF(m_line.back().x(), m_zero) << QPointF(m_line.front().x(), m_zero);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(withAlpha(m_color, 0.25));
            m_painter.drawPolygon(filled);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_color, 1));
            m_painter.drawPolyline(m_line);
        }
        m_line.clear();
    }
    [[nodiscard]] bool isEmpty() const { return m_line.isEmpty(); }

  private:
    QPainter& m_painter;
    double m_zero;
    QColor m_color;
    QPolygonF m_line;
};

} // namespace

void paintCounterRow(const PaintContext& context, const Row& row, const QRectF& band)
{
    const CounterGraph& graph = context.scene.index->counters()[row.counter];
    const std::vector<CounterColumn> columns = graph.columns(context.scale);
    const double span = graph.most() - graph.least();
    const QRectF area = band.adjusted(0, 3, 0, -3);
    const auto y = [&](double value) {
        return span > 0 ? area.bottom() - (value - graph.least()) / span * area.height() : area.bottom();
    };
    const ColorFamily family =
        graph.unit() == CounterUnit::Bytes ? ColorFamily::Attention : ColorFamily::Gemm;
    CounterLine line(context, y(0), familyColor(family, context.theme));
    CounterColumn previous;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const CounterColumn& column = columns[i];
        const double x = area.left() + double(i);
        if (!column.hasValue)
            line.finish(x);
        else if (line.isEmpty() || column.low != previous.low || column.high != previous.high ||
                 column.low != column.high)
            line.add(x, y(column.high), y(column.low));
        previous = column;
    }
    line.finish(area.right());
    const QString most = QString::fromStdString(counterValueText(graph.most(), graph.unit()));
    const QFontMetricsF metrics(context.painter.font());
    const double width = metrics.horizontalAdvance(most) + 8;
    const QRectF label(area.right() - width - 2, area.top() - 1, width, metrics.height());
    context.painter.fillRect(label, withAlpha(context.theme.page, 0.8));
    context.painter.setPen(context.theme.muted);
    context.painter.drawText(label, Qt::AlignCenter, most);
}

QColor compileMarkColor(CompileMark::Kind kind, const Theme& theme)
{
    switch (kind) {
    case CompileMark::Kind::GraphBreak:
        return theme.bad;
    case CompileMark::Kind::Recompile:
        return theme.warning;
    case CompileMark::Kind::Compile:
        break;
    }
    return theme.accent;
}

void paintCompileRow(const PaintContext& context, const QRectF& band, LabelPainter& labels)
{
    const TimeWindow window = context.scene.window;
    QPainter& painter = context.painter;
    double lastDiamond = -100;
    double labelEnd = 0; // labels beside narrow marks must not run into the next one
    const std::vector<CompileMark>& marks = context.scene.marks->marks.compileMarks;
    for (std::size_t i = 0; i < marks.size() && marks[i].window.begin < window.end; ++i) {
        const CompileMark& mark = marks[i];
        if (mark.window.end < window.begin)
            continue;
        const QColor color = compileMarkColor(mark.kind, context.theme);
        const double left = std::max(context.x(mark.window.begin), band.left());
        const double right = std::min(context.x(mark.window.end), band.right());
        const std::string cost =
            mark.hasCost ? " · " + formatDuration(mark.window.duration()) : std::string();
        if (right - left >= kBoxedPixels) {
            const QRectF box(left, band.top() + 2, right - left, band.height() - 4);
            painter.fillRect(box, color);
            labels.draw(painter, box, mark.label + cost, textOn(color).rgb(), !context.isRaster);
            labelEnd = right;
            continue;
        }
        const double x = (left + right) / 2;
        if (x - lastDiamond < 2)
            continue; // a hundred breaks on one pixel are one diamond
        lastDiamond = x;
        const QPointF middle(x, band.center().y());
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({middle + QPointF(-kDiamond, 0), middle + QPointF(0, -kDiamond),
                                       middle + QPointF(kDiamond, 0), middle + QPointF(0, kDiamond)}));
        painter.restore();
        const double next = i + 1 < marks.size() ? context.x(marks[i + 1].window.begin) : band.right();
        const QRectF beside(x + kDiamond, band.top(), std::min(next, band.right()) - x - 2 * kDiamond,
                            band.height());
        const QString whole = QString::fromStdString(mark.label + cost);
        if (x > labelEnd && QFontMetricsF(painter.font()).horizontalAdvance(whole) + 8 < beside.width())
            labels.draw(painter, beside, mark.label + cost, context.theme.text.rgb(), !context.isRaster);
    }
}

} // namespace twintrace
