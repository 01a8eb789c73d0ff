// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure_card.h"

#include "app/save_picture_dialog.h"
#include "views/charts/chart.h"
#include "views/export/figure_exporter.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace twintrace
{

void showPictureMenu(QWidget* parent, Figure& figure, const QString& caption, const QPoint& globalPlace)
{
    QMenu menu(parent);
    QAction* save = menu.addAction(FigureCard::tr("Save picture…"));
    QAction* copy = menu.addAction(FigureCard::tr("Copy picture"));
    const QAction* chosen = menu.exec(globalPlace);
    if (chosen == save)
        SavePictureDialog(figure, caption, parent).exec();
    else if (chosen == copy)
        copyPicture(figure, {QSize(), 2, caption, false});
}

FigureCard::FigureCard(Chart* chart, Caption caption, QWidget* parent)
    : QFrame(parent), m_chart(chart), m_caption(std::move(caption)), m_button(new QToolButton(this))
{
    setProperty("look", QStringLiteral("card"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(chart);
    m_button->setProperty("look", QStringLiteral("flat"));
    m_button->setText(QStringLiteral("⋯"));
    m_button->setAccessibleName(tr("Save or copy the chart %1").arg(chart->title()));
    m_button->setToolTip(tr("Save or copy this chart"));
    m_button->setCursor(Qt::PointingHandCursor);
    m_button->setObjectName(QStringLiteral("save-") + chart->figureName());
    connect(m_button, &QToolButton::clicked, this, [this] {
        showPictureMenu(this, *m_chart, m_caption(), m_button->mapToGlobal(QPoint(0, m_button->height())));
    });
}

void FigureCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    m_button->setGeometry(width() - 34, 4, 30, 24);
    m_button->raise();
}

void FigureCard::contextMenuEvent(QContextMenuEvent* event)
{
    showPictureMenu(this, *m_chart, m_caption(), event->globalPos());
}

} // namespace twintrace
