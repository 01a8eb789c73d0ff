// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/twin_timelines.h"

#include "core/base/format.h"
#include "core/timeline/twin_anchors.h"
#include "views/style/spacing.h"
#include "views/timeline/search_bar.h"
#include "views/timeline/timeline_picture.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/timeline_view_impl.h"

#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace twintrace
{

struct TwinTimelines::Impl {
    explicit Impl(TwinTimelines* owner) : twins(owner) {}

    TwinTimelines* twins;
    TimelineView* baseline = nullptr;
    TimelineView* candidate = nullptr;
    QSplitter* splitter = nullptr;
    QToolButton* anchorButton = nullptr;
    QCheckBox* lockBox = nullptr;
    QCheckBox* scaleBox = nullptr;
    TwinAlignment alignment;
    TimeWindow baselineAnchorWindow; // what a scale makes equally wide
    TimeWindow candidateAnchorWindow;
    QString anchorTitle;
    bool isScaled = false;
    bool isLocked = true;
    bool isFollowing = false;
    CounterpartMap counterparts;

    void build();
    void buildMenu();
    void readyToAlign();
    void follow(TwinSide side);
    void echo(TwinSide side, EventId event);
    [[nodiscard]] std::vector<EventId> counterpartsOf(TwinSide side, EventId event) const;
    void align(TimeWindow baselinePart, TimeWindow candidatePart, const QString& title);
    void applyAlignment(bool fitsAll);
    void askOffset();
    void askIterations();
    [[nodiscard]] TimeWindow whole(TimelineView* view) const { return view->m_impl->scene.limits; }
    [[nodiscard]] bool areReady() const { return baseline->isReady() && candidate->isReady(); }
};

void TwinTimelines::Impl::build()
{
    baseline = new TimelineView;
    candidate = new TimelineView;
    baseline->setAccessibleName(tr("Baseline timeline"));
    candidate->setAccessibleName(tr("Candidate timeline"));
    anchorButton = new QToolButton;
    anchorButton->setPopupMode(QToolButton::InstantPopup);
    anchorButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    anchorButton->setAccessibleName(tr("What the two traces are aligned by"));
    anchorButton->setToolTip(tr("Choose what lies above each other"));
    lockBox = new QCheckBox(tr("lock pan and zoom"));
    lockBox->setChecked(true);
    scaleBox = new QCheckBox(tr("same width"));
    scaleBox->setToolTip(tr("Stretches the candidate until the aligned parts are equally wide: shapes can be "
                            "compared, lengths cannot."));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(kSmallSpace, kTinySpace, kSmallSpace, kTinySpace);
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
        connect(view, &TimelineView::ready, twins, [this] { readyToAlign(); });
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
    anchorButton->setText(tr("aligned by start"));
}

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

void TwinTimelines::Impl::readyToAlign()
{
    if (!areReady())
        return;
    // Each side as tall as its rows ask for, within reason.
    const auto wanted = [](TimelineView* view) {
        const RowLayout& rows = view->m_impl->scene.rows;
        return static_cast<int>(std::clamp(rows.pinnedHeight + rows.scrolledHeight, 80.0, 4000.0) +
                                kOverviewHeight + kRulerHeight);
    };
    splitter->setSizes({wanted(baseline), wanted(candidate)});
    // Steady iterations are what one compares; the first one holds warm-up on both sides.
    const std::size_t common =
        std::min(baseline->marks().iterations.size(), candidate->marks().iterations.size());
    if (common >= 2) {
        const int middle = static_cast<int>(common / 2) + 1;
        twins->alignToIteration(middle, middle);
    } else if (common == 1) {
        twins->alignToIteration(1, 1);
    } else {
        twins->alignToStart();
    }
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

void TwinTimelines::Impl::align(TimeWindow baselinePart, TimeWindow candidatePart, const QString& title)
{
    baselineAnchorWindow = baselinePart;
    candidateAnchorWindow = candidatePart;
    anchorTitle = title;
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
    anchorButton->setText(tr("aligned by %1").arg(anchorTitle.left(60)));
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
    if (fitsAll)
        baseline->state().setWindow(both);
    if (isLocked)
        candidate->state().setWindow(alignment.toCandidate(baseline->state().window()));
    isFollowing = false;
    baseline->m_impl->refresh();
    candidate->m_impl->refresh();
    Q_EMIT twins->alignmentChanged();
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
    const int most =
        static_cast<int>(std::min(baseline->marks().iterations.size(), candidate->marks().iterations.size()));
    bool isAccepted = false;
    const int number =
        QInputDialog::getInt(twins, tr("Align iterations"), tr("Iteration (1 to %1):").arg(most),
                             std::min(2, most), 1, most, 1, &isAccepted);
    if (isAccepted)
        twins->alignToIteration(number, number);
}

TwinTimelines::TwinTimelines(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>(this))
{
    qRegisterMetaType<twintrace::TwinSide>();
    m_impl->build();
    setAccessibleName(tr("Twin timelines"));
}

TwinTimelines::~TwinTimelines() = default;

void TwinTimelines::setTraces(TracePtr baseline, TracePtr candidate, const QString& baselineTitle,
                              const QString& candidateTitle)
{
    m_impl->baseline->m_impl->outerLimits.reset();
    m_impl->candidate->m_impl->outerLimits.reset();
    m_impl->counterparts = nullptr;
    m_impl->baseline->setTrace(std::move(baseline), baselineTitle);
    m_impl->candidate->setTrace(std::move(candidate), candidateTitle);
    m_impl->readyToAlign();
}

TimelineView& TwinTimelines::view(TwinSide side)
{
    return side == TwinSide::Baseline ? *m_impl->baseline : *m_impl->candidate;
}

void TwinTimelines::setCounterparts(CounterpartMap map)
{
    m_impl->counterparts = std::move(map);
}

void TwinTimelines::selectEvents(TwinSide side, std::vector<EventId> events)
{
    m_impl->isFollowing = true;
    TimelineView& chosen = view(side);
    chosen.selectEvents(std::move(events));
    m_impl->isFollowing = false;
    m_impl->follow(side);
}

void TwinTimelines::alignToStart()
{
    if (m_impl->areReady())
        m_impl->align(m_impl->whole(m_impl->baseline), m_impl->whole(m_impl->candidate), tr("start"));
}

void TwinTimelines::alignToIteration(int baselineIteration, int candidateIteration)
{
    const std::vector<IterationBand>& upper = m_impl->baseline->marks().iterations;
    const std::vector<IterationBand>& lower = m_impl->candidate->marks().iterations;
    const auto isOne = [](int number, const std::vector<IterationBand>& bands) {
        return number >= 1 && number <= static_cast<int>(bands.size());
    };
    if (!isOne(baselineIteration, upper) || !isOne(candidateIteration, lower))
        return;
    const QString title = baselineIteration == candidateIteration
                              ? tr("iteration %1").arg(baselineIteration)
                              : tr("iterations %1 and %2").arg(baselineIteration).arg(candidateIteration);
    m_impl->align(upper[std::size_t(baselineIteration - 1)].window,
                  lower[std::size_t(candidateIteration - 1)].window, title);
}

bool TwinTimelines::alignToAnnotation(const QString& name)
{
    if (!m_impl->areReady())
        return false;
    const std::string text = name.toStdString();
    const std::optional<TimeWindow> upper = annotationWindow(*m_impl->baseline->trace(), text);
    const std::optional<TimeWindow> lower = annotationWindow(*m_impl->candidate->trace(), text);
    if (!upper || !lower)
        return false;
    m_impl->align(*upper, *lower, name);
    return true;
}

void TwinTimelines::alignToFirstKernel()
{
    if (!m_impl->areReady())
        return;
    const std::optional<TimeWindow> upper = firstKernelWindow(*m_impl->baseline->trace());
    const std::optional<TimeWindow> lower = firstKernelWindow(*m_impl->candidate->trace());
    if (upper && lower)
        m_impl->align(*upper, *lower, tr("first kernel"));
}

void TwinTimelines::alignByOffset(Nanoseconds candidateOffset)
{
    if (!m_impl->areReady())
        return;
    TimeWindow lower = m_impl->whole(m_impl->candidate);
    lower.begin = saturatingSubtract(lower.begin, candidateOffset);
    lower.end = saturatingSubtract(lower.end, candidateOffset);
    const QString size = QString::fromStdString(formatDelta(candidateOffset));
    m_impl->align(m_impl->whole(m_impl->baseline), lower, tr("offset %1").arg(size));
}

TwinAlignment TwinTimelines::alignment() const
{
    return m_impl->alignment;
}

void TwinTimelines::setScaled(bool isScaled)
{
    m_impl->isScaled = isScaled;
    const QSignalBlocker blocker(m_impl->scaleBox);
    m_impl->scaleBox->setChecked(isScaled);
    m_impl->applyAlignment(true);
}

void TwinTimelines::setLocked(bool isLocked)
{
    if (m_impl->isLocked == isLocked)
        return;
    m_impl->isLocked = isLocked;
    const QSignalBlocker blocker(m_impl->lockBox);
    m_impl->lockBox->setChecked(isLocked);
    m_impl->applyAlignment(false);
    Q_EMIT lockChanged(isLocked);
}

bool TwinTimelines::isLocked() const
{
    return m_impl->isLocked;
}

void TwinTimelines::paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme,
                                 const QString& caption)
{
    const auto sceneOf = [](TimelineView& view) {
        TimelineScene scene = view.m_impl->scene;
        scene.hovered = EventId();
        scene.cursor.reset();
        scene.frameTime.clear();
        scene.hasFocus = false;
        return scene;
    };
    paintTwinScenes(painter, size, sceneOf(*m_impl->baseline), sceneOf(*m_impl->candidate), theme, caption);
}

} // namespace twintrace
