// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/action_card.h"

#include "views/style/fonts.h"
#include "views/style/spacing.h"
#include "views/style/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace twintrace
{

ActionCard::ActionCard(const QString& title, const QString& line, const QString& atEnd, bool isPrimary,
                       QWidget* parent)
    : QPushButton(parent), m_title(new QLabel(title)), m_line(new QLabel(line)), m_atEnd(new QLabel(atEnd)),
      m_isPrimary(isPrimary)
{
    setAccessibleName(title);
    setAccessibleDescription(line);
    if (isPrimary)
        setProperty("look", QStringLiteral("primary"));
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_title->setFont(uiFont(isPrimary ? 17 : 13, QFont::DemiBold));
    m_line->setFont(uiFont(12));
    m_line->setVisible(!line.isEmpty());
    m_atEnd->setFont(uiFont(13));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_line);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(isPrimary ? 22 : kWideSpace, 6, isPrimary ? 22 : kWideSpace, 6);
    layout->addLayout(texts, 1);
    layout->addWidget(m_atEnd);
    for (QLabel* label : {m_title, m_line, m_atEnd}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        label->setTextFormat(Qt::PlainText);
    }
    paintTexts();
}

QSize ActionCard::sizeHint() const
{
    return {260, m_isPrimary ? 58 : 62};
}

void ActionCard::changeEvent(QEvent* event)
{
    QPushButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_atEnd != nullptr)
        paintTexts();
}

void ActionCard::paintTexts()
{
    const Theme& theme = currentTheme();
    const auto colour = [](QLabel* label, const QColor& ink) {
        label->setStyleSheet(QStringLiteral("color: %1; background: transparent;").arg(ink.name()));
    };
    colour(m_title, m_isPrimary ? theme.accentText : theme.text);
    colour(m_line, m_isPrimary ? theme.accentText : theme.muted);
    colour(m_atEnd, m_isPrimary ? theme.accentText : theme.muted);
}

} // namespace twintrace
