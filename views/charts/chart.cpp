// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chart.h"

#include "views/style/fonts.h"

#include <QHelpEvent>
#include <QPicture>
#include <QToolTip>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kLegendColumnWidth = 112;
constexpr int kSmallGap = 8;
constexpr int kButtonRoom = 30; // the card's save button stands over the title line's end

} // namespace

Chart::Chart(const QString& name, const QString& title, QWidget* parent)
    : QCustomPlot(parent), m_name(name), m_title(title), m_theme(&currentTheme()), m_plotSize(figureSize())
{
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(196, 150);
    setInteractions(QCP::Interactions());
    setNotAntialiasedElements(QCP::aeNone);
    setAntialiasedElements(QCP::aeAll);
    plotLayout()->insertRow(0);
    auto* line = new QCPLayoutGrid;
    m_titleText = new QCPTextElement(this, title);
    m_subtitleText = new QCPTextElement(this, QString());
    m_titleText->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine);
    m_subtitleText->setTextFlags(Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine);
    line->addElement(0, 0, m_titleText);
    line->addElement(0, 1, m_subtitleText);
    line->setColumnSpacing(4);
    line->setMaximumSize(QWIDGETSIZE_MAX, 24);
    plotLayout()->addElement(0, 0, line);
    plotLayout()->setRowSpacing(2);
    m_emptyText = new QCPItemText(this);
    m_emptyText->position->setType(QCPItemPosition::ptViewportRatio);
    m_emptyText->position->setCoords(0.5, 0.55);
    m_emptyText->setPositionAlignment(Qt::AlignCenter);
    m_emptyText->setClipToAxisRect(false);
    legend->setVisible(false);
}

void Chart::setTitle(const QString& title)
{
    m_title = title;
    setAccessibleName(title);
    fitTitles(m_plotSize.width());
}

void Chart::setSubtitle(const QString& subtitle)
{
    m_subtitle = subtitle;
    fitTitles(m_plotSize.width());
}

void Chart::setEmptyText(const QString& text)
{
    m_emptyText->setText(text);
}

void Chart::refresh(bool isEmpty)
{
    m_isEmpty = isEmpty;
    m_emptyText->setVisible(isEmpty);
    axisRect()->setVisible(!isEmpty);
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->grid()->setVisible(!isEmpty && axis->grid()->visible());
        if (isEmpty)
            axis->setVisible(false);
    }
    legend->setVisible(!isEmpty && m_hasLegendRow);
    applyThemeToAll(currentTheme(), size());
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::placeLegendBelow()
{
    if (m_hasLegendRow)
        return;
    m_hasLegendRow = true;
    auto* row = new QCPLayoutGrid;
    axisRect()->insetLayout()->take(legend);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, row);
    row->addElement(0, 0, legend);
    row->setMargins(QMargins(6, 0, 6, 2));
    plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1, 0.001);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setIconSize(10, 10);
    legend->setIconTextPadding(5);
    legend->setRowSpacing(1);
    legend->setColumnSpacing(10);
    legend->setMargins(QMargins());
    legend->setVisible(true);
}

void Chart::styleAxes(const QList<QCPAxis*>& visible)
{
    for (QCPAxis* axis : axisRect()->axes()) {
        const bool isShown = visible.contains(axis) && !m_isEmpty;
        axis->setVisible(isShown);
        // Not "b": names of kernels hold digits, e and digits ("fp8e4m3"), which would become powers of ten.
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setTickLabelFont(uiFont(11));
        axis->setLabelFont(uiFont(11));
        axis->setTickLabelColor(m_theme->muted);
        axis->setLabelColor(m_theme->muted);
        axis->setBasePen(QPen(m_theme->border, 1));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->grid()->setPen(QPen(m_theme->grid, 1));
        axis->grid()->setZeroLinePen(QPen(m_theme->border, 1));
        axis->grid()->setSubGridVisible(false);
    }
}

// One line for both: the title is cut last, and a subtitle that has no room for a word or two goes.
void Chart::fitTitles(int width)
{
    constexpr int kMargins = 28;
    constexpr int kLeastSubtitle = 48;
    const QFontMetrics bold(uiFont(13, QFont::DemiBold));
    const QFontMetrics plain(uiFont(12));
    const int room = width - kMargins - (m_theme->isPrint ? 6 : kButtonRoom);
    const QString title = bold.elidedText(m_title, Qt::ElideRight, std::max(room, 40));
    const int rest = room - bold.horizontalAdvance(title) - kSmallGap;
    m_titleText->setText(title);
    m_subtitleText->setText(rest < kLeastSubtitle && plain.horizontalAdvance(m_subtitle) > rest
                                ? QString()
                                : plain.elidedText(m_subtitle, Qt::ElideRight, rest));
}

void Chart::layOut(QSize size)
{
    setViewport(QRect(QPoint(), size));
    updateLayout();
}

void Chart::arrange(QSize size)
{
    fitTitles(size.width());
    if (!m_hasLegendRow)
        return;
    const int columns = std::max(1, (size.width() - 20) / kLegendColumnWidth);
    legend->setWrap(columns);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true);
}

void Chart::applyThemeToAll(const Theme& theme, QSize size)
{
    m_theme = &theme;
    m_plotSize = size;
    setBackground(QBrush(theme.isPrint ? theme.page : theme.card));
    m_titleText->setFont(uiFont(13, QFont::DemiBold));
    m_titleText->setTextColor(theme.text);
    m_subtitleText->setFont(uiFont(12));
    m_subtitleText->setTextColor(theme.muted);
    m_subtitleText->setMargins(QMargins(0, 0, theme.isPrint ? 6 : kButtonRoom, 0));
    m_titleText->setMargins(QMargins(6, 0, 0, 0));
    m_emptyText->setFont(uiFont(12));
    m_emptyText->setColor(theme.muted);
    legend->setFont(uiFont(11));
    legend->setTextColor(theme.muted);
    restyle(theme);
    arrange(size);
}

void Chart::paintFigure(QPainter& painter, const QRectF& area, const Theme& theme)
{
    applyThemeToAll(theme, area.size().toSize());
    // QCustomPlot wants a painter of its own class; a QPicture keeps what it draws as vectors for any device.
    QPicture picture;
    QCPPainter recorder(&picture);
    toPainter(&recorder, int(area.width()), int(area.height()));
    recorder.end();
    painter.drawPicture(area.topLeft(), picture);
    applyThemeToAll(currentTheme(), size());
    replot(QCustomPlot::rpQueuedReplot);
}

void Chart::resizeEvent(QResizeEvent* event)
{
    m_plotSize = event->size();
    arrange(event->size());
    QCustomPlot::resizeEvent(event);
}

void Chart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_emptyText != nullptr) {
        applyThemeToAll(currentTheme(), size());
        replot(QCustomPlot::rpQueuedReplot);
    }
    QCustomPlot::changeEvent(event);
}

bool Chart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = m_isEmpty ? QString() : hitAt(help->pos()).text;
    // Names are plain text: '<' in a template name is no markup.
    QToolTip::showText(help->globalPos(),
                       text.isEmpty() ? text : "<p style='white-space:pre'>" + text.toHtmlEscaped() + "</p>",
                       this);
    return true;
}

void Chart::mouseReleaseEvent(QMouseEvent* event)
{
    QCustomPlot::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || m_isEmpty)
        return;
    const Hit hit = hitAt(event->position());
    if (!hit.row.isEmpty() || !hit.key.isEmpty())
        Q_EMIT valueClicked(hit.row, hit.key);
}

} // namespace twintrace
