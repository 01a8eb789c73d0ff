// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/house_style.h"

#include "views/style/theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOptionComboBox>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kFieldHeight = 29;
constexpr int kArrowRoom = 24;
constexpr int kTextMargin = 9;
constexpr double kRadius = 6;

void drawArrow(QPainter& painter, QPointF middle, const QColor& ink)
{
    painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(
        QPolygonF({middle + QPointF(-3.5, -1.8), middle + QPointF(0, 1.8), middle + QPointF(3.5, -1.8)}));
}

} // namespace

HouseStyle::HouseStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void HouseStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const
{
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (control != CC_ComboBox || box == nullptr) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const Theme& theme = currentTheme();
    const bool isEnabled = box->state.testFlag(State_Enabled);
    const bool isHovered = box->state.testFlag(State_MouseOver);
    const QColor line = box->state.testFlag(State_HasFocus) ? theme.accent
                        : isHovered && isEnabled            ? theme.muted
                                                            : theme.border;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(line, 1));
    painter->setBrush(isEnabled ? theme.field : theme.bar);
    painter->drawRoundedRect(QRectF(box->rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    drawArrow(*painter, QRectF(box->rect).center() + QPointF(box->rect.width() / 2.0 - kArrowRoom / 2.0, 0),
              isEnabled ? theme.muted : theme.border);
    painter->restore();
}

QRect HouseStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const
{
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return option->rect.adjusted(kTextMargin, 2, -kArrowRoom, -2);
    if (control == CC_ComboBox && part == SC_ComboBoxArrow)
        return option->rect.adjusted(option->rect.width() - kArrowRoom, 0, 0, 0);
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QSize HouseStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    if (type != CT_ComboBox)
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    return {size.width() + kTextMargin + kArrowRoom + 4, std::max(size.height(), kFieldHeight)};
}

} // namespace twintrace
