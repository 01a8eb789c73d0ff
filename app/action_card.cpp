// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/action_card.h"

#include "views/style/fonts.h"
#include "views/style/spacing.h"

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
    layout->setContentsMargins(isPrimary ? 22 : kSpace, 6, isPrimary ? 22 : kSpace, 6);
    layout->addLayout(texts, 1);
    layout->addWidget(m_atEnd);
    // The page's style sheet colours them, also when the theme changes.
    const QString onAccent = QStringLiteral("onaccent");
    m_title->setProperty("look", isPrimary ? onAccent : QStringLiteral("capable"));
    m_line->setProperty("look", isPrimary ? onAccent : QStringLiteral("muted"));
    m_atEnd->setProperty("look", isPrimary ? onAccent : QStringLiteral("muted"));
    m_atEnd->setVisible(!atEnd.isEmpty());
    for (QLabel* label : {m_title, m_line, m_atEnd}) {
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        label->setTextFormat(Qt::PlainText);
    }
}

QSize ActionCard::sizeHint() const
{
    return {260, m_isPrimary ? 58 : 62};
}

} // namespace twintrace
