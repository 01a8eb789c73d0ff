// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/results_figure.h"

#include "app/session_charts.h"
#include "core/compare/session_verdict.h"
#include "views/models/figure_text.h"
#include "views/models/variant_table_model.h"
#include "views/panels/session_chips.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"
#include "views/timeline/timeline_picture.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace twintrace
{
namespace
{

constexpr double kMargin = 18;
constexpr double kChartHeight = 240;
constexpr double kRow = 26;
constexpr double kGap = 12;

QColor toneColour(Chip::Tone tone, const Theme& theme)
{
    switch (tone) {
    case Chip::Tone::Good:
        return theme.good;
    case Chip::Tone::Warning:
        return theme.warning;
    case Chip::Tone::Bad:
        return theme.bad;
    case Chip::Tone::Plain:
        break;
    }
    return theme.muted;
}

QString labelOf(const Session& session, const std::string& id)
{
    for (const SessionVariant& variant : session.variants) {
        if (variant.id == id)
            return textOf(variant.label.empty() ? variant.id : variant.label);
    }
    return textOf(id);
}

} // namespace

ResultsFigure::ResultsFigure(Session session, std::string baseline, std::string candidate,
                             TracePtr baselineTrace, TracePtr candidateTrace)
    : m_session(std::move(session)), m_baseline(std::move(baseline)), m_candidate(std::move(candidate)),
      m_baselineTrace(std::move(baselineTrace)), m_candidateTrace(std::move(candidateTrace))
{
}

QString ResultsFigure::figureName() const
{
    return QStringLiteral("results");
}

QSize ResultsFigure::figureSize() const
{
    const double head = 110 + kRow * double(m_session.variants.size() + 1) + kChartHeight + 4 * kGap;
    const bool hasTraces = m_baselineTrace && m_candidateTrace;
    return {1600, int(head + (hasTraces ? 620 : 0))};
}

double ResultsFigure::paintHead(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    painter.setPen(theme.text);
    painter.setFont(uiFont(22, QFont::Bold));
    QRectF used;
    painter.drawText(QRectF(area.left(), area.top(), area.width(), 70),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, textOf(verdictSentence(m_session)),
                     &used);
    double x = area.left();
    double y = used.bottom() + 8;
    painter.setFont(uiFont(12));
    for (const Chip& chip : sessionChips(m_session, m_baseline, m_candidate)) {
        const double width = painter.fontMetrics().horizontalAdvance(chip.text) + 20;
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += 26;
        }
        painter.setPen(QPen(theme.border, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(x, y, width, 21), 10.5, 10.5);
        painter.setPen(toneColour(chip.tone, theme));
        painter.drawText(QRectF(x, y, width, 21), Qt::AlignCenter, chip.text);
        x += width + 6;
    }
    return y + 21;
}

double ResultsFigure::paintTable(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    VariantTableModel model;
    model.setSession(m_session, m_baseline);
    const int columns = model.columnCount();
    std::vector<double> widths(std::size_t(columns), 0);
    const QFontMetricsF bold(uiFont(13, QFont::DemiBold));
    double sum = 0;
    for (int column = 0; column < columns; ++column) {
        double& width = widths[std::size_t(column)];
        width = bold.horizontalAdvance(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString text = model.index(row, column).data().toString() +
                                 model.index(row, column).data(kSuffixRole).toString();
            width = std::max(width, std::min(bold.horizontalAdvance(text), area.width() / 3));
        }
        width += 16;
        sum += width;
    }
    // What is left goes between the columns; too much is cut from the first.
    const double spare = (area.width() - sum) / columns;
    if (spare >= 0) {
        for (double& width : widths)
            width += spare;
    } else {
        widths[0] = std::max(60.0, widths[0] + area.width() - sum);
    }
    double y = area.top();
    for (int row = -1; row < model.rowCount(); ++row) {
        double x = area.left();
        for (int column = 0; column < columns; ++column) {
            const QRectF cell(x + 8, y, widths[std::size_t(column)] - 16, kRow);
            const bool isText = column == VariantTableModel::Variant;
            const int flags =
                int(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight)) | Qt::TextSingleLine;
            const QModelIndex index = model.index(row, column);
            const QVariant font = row < 0 ? QVariant() : index.data(Qt::FontRole);
            painter.setFont(row < 0 ? uiFont(12) : font.isValid() ? font.value<QFont>() : uiFont(13));
            painter.setPen(row < 0 ? theme.muted : theme.text);
            QString text = row < 0 ? model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                                   : index.data().toString();
            text = painter.fontMetrics().elidedText(text, Qt::ElideRight, int(cell.width()) + 2);
            painter.drawText(cell, flags, text);
            if (row >= 0 && isText) {
                const double used = painter.fontMetrics().horizontalAdvance(text) + 8;
                painter.setFont(uiFont(12));
                painter.setPen(theme.muted);
                const QRectF rest = cell.adjusted(used, 0, 0, 0);
                painter.drawText(rest, flags,
                                 painter.fontMetrics().elidedText(index.data(kSuffixRole).toString(),
                                                                  Qt::ElideRight, int(rest.width())));
            }
            x += widths[std::size_t(column)];
        }
        y += kRow;
        painter.setPen(QPen(theme.border, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    return y;
}

void ResultsFigure::paintCharts(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    ChartGrid grid(sessionCharts(m_session, m_baseline, false), 4);
    grid.paintFigure(painter, area.adjusted(-kGap, -kGap, kGap, kGap), theme);
}

void ResultsFigure::paintFigure(QPainter& painter, const QRectF& area, const Theme& theme)
{
    const QRectF inner = area.adjusted(kMargin, kMargin, -kMargin, -kGap);
    double y = paintHead(painter, inner, theme) + kGap;
    y = paintTable(painter, QRectF(inner.left(), y, inner.width(), 0), theme) + kGap;
    const bool hasTraces = m_baselineTrace && m_candidateTrace;
    const double rest = std::max(120.0, inner.bottom() - y);
    const double chartHeight = hasTraces ? std::min(kChartHeight, rest / 2) : rest;
    paintCharts(painter, QRectF(inner.left(), y, inner.width(), chartHeight), theme);
    y += chartHeight + kGap;
    if (!hasTraces || inner.bottom() - y < 80)
        return;
    TimelinePictureOptions options;
    options.theme = &theme;
    options.title = labelOf(m_session, m_baseline);
    options.candidateTitle = labelOf(m_session, m_candidate);
    painter.save();
    painter.translate(inner.left(), y);
    paintTwinPicture(painter, QSizeF(inner.width(), inner.bottom() - y), m_baselineTrace, m_candidateTrace,
                     options);
    painter.restore();
}

} // namespace twintrace
