// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/search_bar.h"

#include "core/base/format.h"
#include "views/style/spacing.h"
#include "views/timeline/timeline_search.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QToolButton>

#include <cmath>

namespace twintrace
{

Nanoseconds durationFromText(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\s*([0-9]+(?:[.,][0-9]+)?)\\s*(ns|us|µs|μs|ms|s|)\\s*$"));
    if (text.trimmed().isEmpty())
        return 0;
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return -1;
    const double value = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    const QString unit = match.captured(2);
    double factor = 1;
    if (unit == QLatin1String("s"))
        factor = 1e9;
    else if (unit == QLatin1String("ms"))
        factor = 1e6;
    else if (!unit.isEmpty() && unit != QLatin1String("ns"))
        factor = 1e3;
    return value * factor > 9e18 ? -1 : static_cast<Nanoseconds>(std::llround(value * factor));
}

SearchBar::SearchBar(TimelineState& state, TimelineSearch& search, QWidget* parent)
    : QWidget(parent), m_state(state), m_search(search), m_text(new QLineEdit), m_minimum(new QLineEdit),
      m_args(new QCheckBox(tr("in args"))), m_hide(new QCheckBox(tr("hide the rest"))), m_count(new QLabel),
      m_previous(new QToolButton), m_next(new QToolButton), m_progress(new QProgressBar),
      m_cancel(new QPushButton(tr("Cancel")))
{
    m_text->setPlaceholderText(tr("Search names (upper case letters mind the case)"));
    m_text->setAccessibleName(tr("Search text"));
    m_text->setClearButtonEnabled(true);
    m_minimum->setPlaceholderText(tr("at least, e.g. 10 us"));
    m_minimum->setAccessibleName(tr("Shortest duration"));
    m_minimum->setFixedWidth(160);
    m_args->setToolTip(
        tr("Args are not kept in memory: they are read from the file again, in the background."));
    m_count->setTextFormat(Qt::PlainText);
    m_count->setAccessibleName(tr("Number of hits"));
    m_count->setMinimumWidth(90);
    m_previous->setArrowType(Qt::UpArrow);
    m_previous->setAccessibleName(tr("Previous hit"));
    m_previous->setToolTip(tr("Previous hit (Shift+N)"));
    m_next->setArrowType(Qt::DownArrow);
    m_next->setAccessibleName(tr("Next hit"));
    m_next->setToolTip(tr("Next hit (N)"));
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(110);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the search"));
    auto* close = new QToolButton;
    close->setText(QStringLiteral("✕"));
    close->setAccessibleName(tr("Close the search"));
    close->setToolTip(tr("Close the search (Esc)"));

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kSmallSpace, kTinySpace, kSmallSpace, kTinySpace);
    row->setSpacing(kSmallSpace);
    row->addWidget(m_text, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_count, m_previous, m_next, m_minimum, m_args,
                                                           m_hide, m_progress, m_cancel, close})
        row->addWidget(widget);

    connect(m_text, &QLineEdit::textChanged, this, &SearchBar::changed);
    connect(m_minimum, &QLineEdit::textChanged, this, &SearchBar::changed);
    connect(m_args, &QCheckBox::toggled, this, &SearchBar::changed);
    connect(m_hide, &QCheckBox::toggled, this, &SearchBar::changed);
    connect(m_previous, &QToolButton::clicked, this, &SearchBar::previousWanted);
    connect(m_next, &QToolButton::clicked, this, &SearchBar::nextWanted);
    connect(m_cancel, &QPushButton::clicked, &m_search, &TimelineSearch::cancel);
    connect(close, &QToolButton::clicked, this, &SearchBar::closed);
    connect(&m_state, &TimelineState::filterChanged, this, &SearchBar::showState);
    connect(&m_search, &TimelineSearch::hitsChanged, this, &SearchBar::showProgress);
    connect(&m_search, &TimelineSearch::progressChanged, this, &SearchBar::showProgress);
    showProgress();
}

void SearchBar::open()
{
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void SearchBar::changed()
{
    TimelineFilter filter;
    filter.text = m_text->text().toStdString();
    filter.searchesArgs = m_args->isChecked();
    filter.hidesRest = m_hide->isChecked();
    const Nanoseconds minimum = durationFromText(m_minimum->text());
    m_minimum->setProperty("isInvalid", minimum < 0);
    filter.minimumDuration = std::max<Nanoseconds>(minimum, 0);
    m_position.clear();
    m_state.setFilter(filter);
}

void SearchBar::showState()
{
    const TimelineFilter& filter = m_state.filter();
    const QString text = QString::fromStdString(filter.text);
    if (m_text->text() != text) {
        const QSignalBlocker blocker(m_text);
        m_text->setText(text);
    }
    if (durationFromText(m_minimum->text()) != filter.minimumDuration &&
        durationFromText(m_minimum->text()) >= 0) {
        const QSignalBlocker blocker(m_minimum);
        m_minimum->setText(filter.minimumDuration > 0 ? QStringLiteral("%1 ns").arg(filter.minimumDuration)
                                                      : QString());
    }
    const QSignalBlocker argsBlocker(m_args);
    const QSignalBlocker hideBlocker(m_hide);
    m_args->setChecked(filter.searchesArgs);
    m_hide->setChecked(filter.hidesRest);
}

void SearchBar::setPosition(std::size_t ordinal, std::size_t total)
{
    m_position = QString::fromStdString(formatCount(static_cast<std::int64_t>(ordinal + 1)) + " of " +
                                        formatCount(static_cast<std::int64_t>(total)));
    showProgress();
}

void SearchBar::showProgress()
{
    const bool isRunning = m_search.isRunning();
    const std::size_t count = m_search.hits().size();
    const bool hasSearch = m_state.filter().isActive();
    m_progress->setVisible(isRunning);
    m_cancel->setVisible(isRunning);
    m_progress->setValue(static_cast<int>(m_search.progress() * 1000));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    QString text;
    if (!m_search.trouble().isEmpty())
        text = m_search.trouble();
    else if (!m_position.isEmpty() && count > 0)
        text = m_position;
    else if (hasSearch)
        text = count == 1 ? tr("1 hit")
                          : tr("%1 hits").arg(QString::fromStdString(formatCount(std::int64_t(count))));
    if (isRunning && hasSearch)
        text += tr(" so far");
    m_count->setText(text);
}

void SearchBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closed();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if ((event->modifiers() & Qt::ShiftModifier) != 0)
            Q_EMIT previousWanted();
        else
            Q_EMIT nextWanted();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace twintrace
