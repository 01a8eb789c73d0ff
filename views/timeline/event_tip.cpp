// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/event_tip.h"

#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr int kWidest = 520;
constexpr int kMargin = 8;
constexpr double kTallestShare = 0.6; // of the screen; the longest names are whole in the selection panel

/// Lays lines out and, with a painter, draws them; returns the size. The first paragraph is a name: only its
/// beginning is shown where it would push the figures below it off the screen.
class TipLayout
{
  public:
    TipLayout(const QFont& font, QPainter* painter, double tallest)
        : m_font(font), m_painter(painter), m_tallest(tallest)
    {
    }

    QSizeF layOut(const QString& text)
    {
        const QStringList paragraphs = text.split(QLatin1Char('\n'));
        for (qsizetype i = 0; i < paragraphs.size(); ++i) {
            const QString& paragraph = paragraphs[i];
            const bool isWhole = add(paragraph, i == 0 ? kMostNameLines : kMostLines);
            if (!isWhole)
                add(QStringLiteral("… (%1 characters)").arg(paragraph.size()), 1);
        }
        return {std::ceil(m_width), std::ceil(m_height)};
    }

  private:
    static constexpr int kMostNameLines = 8;
    static constexpr int kMostLines = 1000;

    bool add(const QString& paragraph, int mostLines)
    {
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        // No more text than the lines can hold is shaped: names of 5,000 characters would take milliseconds.
        const qsizetype most = qsizetype(mostLines) * kWidest / 2;
        QTextLayout layout(paragraph.isEmpty() ? QStringLiteral(" ") : paragraph.left(most), m_font);
        layout.setTextOption(option);
        layout.beginLayout();
        int lines = 0;
        QTextLine line = layout.createLine();
        for (; line.isValid() && m_height < m_tallest && lines < mostLines; line = layout.createLine()) {
            line.setLineWidth(kWidest);
            line.setPosition(QPointF(0, m_height));
            m_height += line.height();
            m_width = std::max(m_width, line.naturalTextWidth());
            ++lines;
        }
        const bool isWhole = !line.isValid();
        layout.endLayout();
        for (int i = 0; m_painter != nullptr && i < lines; ++i)
            layout.lineAt(i).draw(m_painter, QPointF(kMargin, kMargin));
        return isWhole;
    }

    QFont m_font;
    QPainter* m_painter;
    double m_tallest;
    double m_width = 0;
    double m_height = 0;
};

double tallestOf(const QWidget& widget)
{
    const QScreen* screen = widget.screen();
    return screen != nullptr ? screen->availableGeometry().height() * kTallestShare : 600;
}

} // namespace

EventTip::EventTip(QWidget* parent) : QWidget(parent, Qt::ToolTip | Qt::FramelessWindowHint)
{
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void EventTip::showAt(const QPoint& globalPosition, const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    const QSizeF size = TipLayout(uiFont(12), nullptr, tallestOf(*this)).layOut(text);
    resize(static_cast<int>(size.width()) + 2 * kMargin, static_cast<int>(size.height()) + 2 * kMargin);
    QPoint place = globalPosition + QPoint(14, 18);
    const QScreen* screen = QGuiApplication::screenAt(globalPosition);
    if (screen != nullptr) {
        const QRect area = screen->availableGeometry();
        if (place.x() + width() > area.right())
            place.setX(std::max(area.left(), globalPosition.x() - width() - 10));
        if (place.y() + height() > area.bottom())
            place.setY(std::max(area.top(), globalPosition.y() - height() - 10));
    }
    move(place);
    show();
    update();
}

void EventTip::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.border);
    painter.fillRect(rect().adjusted(1, 1, -1, -1), theme.card);
    painter.setPen(theme.text);
    TipLayout(uiFont(12), &painter, tallestOf(*this)).layOut(m_text);
}

} // namespace twintrace
