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
constexpr double kTickRadius = 3;

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

void HouseStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (element != PE_IndicatorCheckBox) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    const Theme& theme = currentTheme();
    const bool isEnabled = option->state.testFlag(State_Enabled);
    const bool isChecked = option->state.testFlag(State_On);
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const bool isFilled = isChecked && isEnabled;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(!isEnabled                                           ? theme.border
                         : isFilled || option->state.testFlag(State_HasFocus) ? theme.accent
                                                                              : theme.muted,
                         1));
    painter->setBrush(isFilled ? theme.accent : isEnabled ? theme.field : theme.bar);
    painter->drawRoundedRect(box, kTickRadius, kTickRadius);
    if (isChecked) {
        painter->setPen(QPen(isEnabled ? theme.accentText : theme.muted, 1.8, Qt::SolidLine, Qt::RoundCap,
                             Qt::RoundJoin));
        const QPointF middle = box.center();
        const double size = box.width() / 4;
        painter->drawPolyline(QPolygonF({middle + QPointF(-size, 0), middle + QPointF(-size / 4, size * 0.8),
                                         middle + QPointF(size * 1.1, -size * 0.8)}));
    }
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
