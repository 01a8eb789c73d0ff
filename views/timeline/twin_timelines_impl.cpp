// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/twin_timelines_impl.h"

#include "core/timeline/twin_anchors.h"
#include "views/style/spacing.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace twintrace
{

void TwinTimelines::Impl::build()
{
    baseline = new TimelineView;
    candidate = new TimelineView;
    baseline->setAccessibleName(tr("Baseline timeline"));
    candidate->setAccessibleName(tr("Candidate timeline"));
    anchorButton = new QToolButton;
    anchorButton->setPopupMode(QToolButton::InstantPopup);
    anchorButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    anchorButton->setProperty("look", QStringLiteral("button"));
    anchorButton->setAccessibleName(tr("What the two traces are aligned by"));
    anchorButton->setToolTip(tr("Choose what lies above each other"));
    lockBox = new QCheckBox(tr("lock pan and zoom"));
    lockBox->setChecked(true);
    scaleBox = new QCheckBox(tr("same width"));
    scaleBox->setToolTip(tr("Stretches the candidate until the aligned parts are equally wide: shapes can be "
                            "compared, lengths cannot."));
    bar = new QHBoxLayout;
    bar->setContentsMargins(kSmallSpace, kTinySpace, kSmallSpace, kTinySpace);
    bar->setSpacing(kSpace);
    bar->addWidget(anchorButton);
    bar->addWidget(lockBox);
    bar->addWidget(scaleBox);
    bar->addStretch(1);
    splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(baseline);
    splitter->addWidget(candidate);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(twins);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(splitter, 1);

    for (const TwinSide side : {TwinSide::Baseline, TwinSide::Candidate}) {
        TimelineView* view = side == TwinSide::Baseline ? baseline : candidate;
        view->m_impl->isTwin = true;
        connect(view, &TimelineView::ready, twins, [this] { readyToAlign(); });
        connect(&view->state(), &TimelineState::rowsChanged, twins, [this, view] {
            TimelineView* other = view == baseline ? candidate : baseline;
            if (hasPlacedDevices && view->state().rows().devicesFirst != other->state().rows().devicesFirst)
                other->m_impl->putDevicesFirst(view->state().rows().devicesFirst);
        });
        connect(&view->state(), &TimelineState::windowChanged, twins, [this, side] { follow(side); });
        connect(&view->state(), &TimelineState::hoverChanged, twins,
                [this, side](EventId event) { echo(side, event); });
        connect(view, &TimelineView::eventSelected, twins, [this, side](EventId event) {
            if (isFollowing)
                return;
            isFollowing = true;
            TimelineView* other = side == TwinSide::Baseline ? candidate : baseline;
            if (other->isReady())
                other->state().select(event ? counterpartsOf(side, event) : std::vector<EventId>());
            isFollowing = false;
            Q_EMIT twins->eventSelected(side, event);
        });
        connect(view, &TimelineView::rangeSelected, twins,
                [this, side](qint64 begin, qint64 end) { Q_EMIT twins->rangeSelected(side, begin, end); });
    }
    connect(lockBox, &QCheckBox::toggled, twins, &TwinTimelines::setLocked);
    connect(scaleBox, &QCheckBox::toggled, twins, &TwinTimelines::setScaled);
    auto* menu = new QMenu(anchorButton);
    anchorButton->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, twins, [this] { buildMenu(); });
    anchorTitle = tr("start");
    anchorButton->setText(tr("aligned by start ▾"));
}

void TwinTimelines::Impl::readyToAlign()
{
    if (!areReady())
        return;
    // Each side as tall as its rows ask for, within reason.
    const auto wanted = [](TimelineView* view) {
        const TimelineScene& scene = view->m_impl->scene;
        return static_cast<int>(
            std::clamp(scene.rows.pinnedHeight + scene.rows.scrolledHeight, 80.0, 4000.0) +
            (scene.showsOverview ? kOverviewHeight : 0) + kRulerHeight);
    };
    showOverviews();
    splitter->setSizes({wanted(baseline), wanted(candidate)});
    placeDevices();
    // Steady iterations are what one compares; the first one holds warm-up on both sides.
    const std::size_t common =
        std::min(baseline->marks().iterations.size(), candidate->marks().iterations.size());
    if (common >= 2) {
        const int middle = static_cast<int>(common / 2) + 1;
        // A trace beside itself: an iteration and the one before it.
        const bool isSame = baseline->trace() == candidate->trace();
        twins->alignToIteration(isSame ? middle - 1 : middle, middle);
    } else if (common == 1) {
        twins->alignToIteration(1, 1);
    } else {
        twins->alignToStart();
    }
}

void TwinTimelines::Impl::placeDevices()
{
    if (hasPlacedDevices || !twins->isVisible() || !areReady())
        return;
    const bool areFirst = baseline->m_impl->hidesDevices() || candidate->m_impl->hidesDevices();
    baseline->m_impl->putDevicesFirst(areFirst);
    candidate->m_impl->putDevicesFirst(areFirst);
    hasPlacedDevices = true;
}

void TwinTimelines::Impl::follow(TwinSide side)
{
    if (isFollowing || !isLocked || !areReady())
        return;
    isFollowing = true;
    if (side == TwinSide::Baseline)
        candidate->state().setWindow(alignment.toCandidate(baseline->state().window()),
                                     TimelineState::Step::Merged);
    else
        baseline->state().setWindow(alignment.toBaseline(candidate->state().window()),
                                    TimelineState::Step::Merged);
    isFollowing = false;
}

std::vector<EventId> TwinTimelines::Impl::counterpartsOf(TwinSide side, EventId event) const
{
    if (counterparts)
        return counterparts(side, event);
    const TracePtr from = side == TwinSide::Baseline ? baseline->trace() : candidate->trace();
    const TracePtr to = side == TwinSide::Baseline ? candidate->trace() : baseline->trace();
    const EventId other = sameNamedEvent(*from, event, *to);
    return other ? std::vector<EventId>{other} : std::vector<EventId>();
}

void TwinTimelines::Impl::echo(TwinSide side, EventId event)
{
    if (!areReady())
        return;
    TimelineView* other = side == TwinSide::Baseline ? candidate : baseline;
    // Without a map, looking for the n-th of a name reads all events: fine for a click, too slow for every
    // hover.
    constexpr std::size_t kMostToSearch = 500'000;
    const std::size_t size = baseline->trace()->events.size() + candidate->trace()->events.size();
    const bool canEcho = event && (counterparts || size < kMostToSearch);
    const std::vector<EventId> others = canEcho ? counterpartsOf(side, event) : std::vector<EventId>();
    other->state().setEchoed(others.empty() ? EventId() : others.front());
}

void TwinTimelines::Impl::align(TimeWindow baselinePart, TimeWindow candidatePart, const QString& title,
                                bool zooms)
{
    baselineAnchorWindow = baselinePart;
    candidateAnchorWindow = candidatePart;
    anchorTitle = title;
    isZoomed = zooms;
    applyAlignment(true);
}

void TwinTimelines::Impl::applyAlignment(bool fitsAll)
{
    if (!areReady())
        return;
    alignment.baselineAnchor = baselineAnchorWindow.begin;
    alignment.candidateAnchor = candidateAnchorWindow.begin;
    const bool canScale = !baselineAnchorWindow.isEmpty() && !candidateAnchorWindow.isEmpty();
    alignment.baselineLength = isScaled && canScale ? baselineAnchorWindow.duration() : 1;
    alignment.candidateLength = isScaled && canScale ? candidateAnchorWindow.duration() : 1;
    anchorButton->setText(tr("aligned by %1 ▾").arg(anchorTitle.left(60)));
    // Both sides may show all of both traces, so neither stops the other at its own end.
    const TimeWindow other = alignment.toBaseline(whole(candidate));
    const TimeWindow both{std::min(whole(baseline).begin, other.begin),
                          std::max(whole(baseline).end, other.end)};
    isFollowing = true;
    baseline->m_impl->outerLimits = both;
    candidate->m_impl->outerLimits = alignment.toCandidate(both);
    baseline->m_impl->scene.zero = alignment.baselineAnchor;
    candidate->m_impl->scene.zero = alignment.candidateAnchor;
    baseline->state().setLimits(isLocked ? both : whole(baseline));
    candidate->state().setLimits(isLocked ? alignment.toCandidate(both) : whole(candidate));
    showOverviews();
    if (fitsAll)
        baseline->state().setWindow(isZoomed ? alignedParts(both) : both);
    if (isLocked)
        candidate->state().setWindow(alignment.toCandidate(baseline->state().window()));
    isFollowing = false;
    baseline->m_impl->refresh();
    candidate->m_impl->refresh();
}

void TwinTimelines::Impl::showOverviews()
{
    // Locked sides move as one: one overview is enough, and rows have more use for the room.
    candidate->m_impl->scene.showsOverview = !isLocked;
}

TimeWindow TwinTimelines::Impl::alignedParts(TimeWindow limits) const
{
    const TimeWindow lower = alignment.toBaseline(candidateAnchorWindow);
    return windowAround(
        {std::min(baselineAnchorWindow.begin, lower.begin), std::max(baselineAnchorWindow.end, lower.end)},
        limits);
}

} // namespace twintrace
