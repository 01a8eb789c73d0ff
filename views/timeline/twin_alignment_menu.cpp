// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/twin_anchors.h"
#include "views/timeline/search_bar.h"
#include "views/timeline/twin_timelines_impl.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

namespace twintrace
{

void TwinTimelines::Impl::buildMenu()
{
    QMenu* menu = anchorButton->menu();
    menu->clear();
    if (!areReady())
        return;
    connect(menu->addAction(tr("Start")), &QAction::triggered, twins, &TwinTimelines::alignToStart);
    connect(menu->addAction(tr("First kernel")), &QAction::triggered, twins,
            &TwinTimelines::alignToFirstKernel);
    QAction* iterations = menu->addAction(tr("Iterations…"));
    iterations->setEnabled(!baseline->marks().iterations.empty() && !candidate->marks().iterations.empty());
    connect(iterations, &QAction::triggered, twins, [this] { askIterations(); });
    QMenu* annotations = menu->addMenu(tr("Annotation"));
    constexpr std::size_t kMostShown = 40;
    std::size_t shown = 0;
    for (const std::string_view name : commonAnnotations(*baseline->trace(), *candidate->trace())) {
        if (++shown > kMostShown)
            break;
        const QString text = QString::fromUtf8(name.data(), qsizetype(name.size()));
        QString label = text.left(80);
        label.replace(QLatin1Char('&'), QStringLiteral("&&"));
        connect(annotations->addAction(label), &QAction::triggered, twins,
                [this, text] { twins->alignToAnnotation(text); });
    }
    annotations->setEnabled(shown > 0);
    connect(menu->addAction(tr("Offset…")), &QAction::triggered, twins, [this] { askOffset(); });
}

void TwinTimelines::Impl::askOffset()
{
    bool isAccepted = false;
    QString text = QInputDialog::getText(
        twins, tr("Offset"), tr("Move the candidate later by (for example 1.5 ms; negative: earlier):"),
        QLineEdit::Normal, QStringLiteral("0 us"), &isAccepted);
    text = text.trimmed();
    const bool isNegative = text.startsWith(QLatin1Char('-'));
    const Nanoseconds offset = durationFromText(isNegative ? text.mid(1) : text);
    if (isAccepted && offset >= 0)
        twins->alignByOffset(isNegative ? -offset : offset);
}

void TwinTimelines::Impl::askIterations()
{
    const auto count = [](TimelineView* view) { return static_cast<int>(view->marks().iterations.size()); };
    bool isAccepted = false;
    const QString text = QInputDialog::getText(
        twins, tr("Align iterations"),
        tr("Iteration of both sides, or one number for each side (baseline 1 to %1, candidate 1 to %2):")
            .arg(count(baseline))
            .arg(count(candidate)),
        QLineEdit::Normal, QStringLiteral("2 2"), &isAccepted);
    const QStringList numbers = text.simplified().split(QLatin1Char(' '));
    if (isAccepted)
        twins->alignToIteration(numbers.front().toInt(), numbers.back().toInt());
}

} // namespace twintrace
