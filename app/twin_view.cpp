// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/twin_view.h"

#include "app/figure_card.h"
#include "app/remembered_splitter.h"
#include "app/timeline_figures.h"
#include "app/timeline_jumps.h"
#include "app/trace_analysis.h"
#include "app/twin_buttons.h"
#include "app/twin_tabs.h"
#include "core/compare/kernel_counterparts.h"
#include "views/models/figure_text.h"
#include "views/panels/match_panel.h"
#include "views/style/spacing.h"
#include "views/timeline/selection_panel.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QFutureWatcher>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>
#include <QtConcurrent>

namespace twintrace
{
namespace
{

constexpr int kSideWidth = 300;
// Heights at first: both timelines with their streams, and a dozen rows of the kernel map.
constexpr int kUpperHeight = 430;
constexpr int kLowerHeight = 370;

/// The comparison with its index, made in one go off the GUI thread.
struct Compared {
    TraceComparisonPtr comparison;
    std::shared_ptr<const KernelCounterparts> counterparts;
};

Compared compareOffThread(const TracePtr& baseline, const TracePtr& candidate)
{
    Compared made;
    made.comparison = compareTwo(baseline, candidate);
    made.counterparts =
        std::make_shared<KernelCounterparts>(made.comparison->map, made.comparison->iterations);
    return made;
}

} // namespace

struct TwinView::Impl {
    TwinTimelines* twins = nullptr;
    TwinButtons* bar = nullptr;
    QStackedWidget* side = nullptr;
    SelectionPanel* selection = nullptr;
    MatchPanel* match = nullptr;
    TwinTabs* tabs = nullptr;
    QFutureWatcher<Compared> watcher;
    std::shared_ptr<const TraceAnalysis> baseline, candidate;
    Compared compared;
    QString baselineTitle, candidateTitle, caption;

    void showSelection(TwinSide from)
    {
        selection->follow(&twins->view(from));
        side->setCurrentWidget(selection);
    }

    [[nodiscard]] const TraceAnalysis& analysisOf(bool isCandidate) const
    {
        return isCandidate ? *candidate : *baseline;
    }
    [[nodiscard]] TimelineView& view(bool isCandidate) const
    {
        return twins->view(isCandidate ? TwinSide::Candidate : TwinSide::Baseline);
    }
    void select(bool isCandidate, std::vector<EventId> events)
    {
        twins->selectEvents(isCandidate ? TwinSide::Candidate : TwinSide::Baseline, std::move(events));
    }

    /// The forward in the middle of what is on screen.
    [[nodiscard]] std::size_t forwardOnScreen(bool isCandidate) const
    {
        const TimeWindow window = view(isCandidate).state().window();
        return forwardAt(analysisOf(isCandidate), window.begin + (window.end - window.begin) / 2);
    }

    void showGap(bool isCandidate, const Gap& gap)
    {
        view(isCandidate).zoomTo(gap.begin - gap.length(), gap.end + gap.length());
        select(isCandidate, {gap.before, gap.after});
        showSelection(isCandidate ? TwinSide::Candidate : TwinSide::Baseline);
    }

    /// The same forward on both sides, the last one there is where one has fewer.
    [[nodiscard]] Paired<int> forwardsOnScreen() const
    {
        const int forward = int(forwardOnScreen(false));
        return {forward, std::min(forward, int(forwardOnScreen(true)))};
    }

    void showGroup(int row)
    {
        if (!compared.comparison || row < 0 || std::size_t(row) >= compared.comparison->map.groups.size())
            return;
        const Paired<std::vector<EventId>> events =
            compared.counterparts->ofGroup(std::size_t(row), forwardsOnScreen());
        twins->selectEvents(TwinSide::Baseline, events.baseline);
        twins->selectEvents(TwinSide::Candidate, events.candidate);
        match->showGroup(compared.comparison->map, compared.comparison->map.groups[std::size_t(row)]);
        match->showCalls({baseline->trace, candidate->trace}, events);
        side->setCurrentWidget(match);
    }
};

TwinView::TwinView(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>())
{
    Impl& my = *m_impl;
    my.twins = new TwinTimelines;
    my.twins->setMinimumHeight(260);
    my.bar = new TwinButtons(*my.twins);
    my.selection = new SelectionPanel;
    my.match = new MatchPanel;
    my.side = new QStackedWidget;
    my.side->setProperty("look", QStringLiteral("side"));
    my.side->setMinimumWidth(220);
    my.side->addWidget(my.selection);
    my.side->addWidget(my.match);
    my.tabs = new TwinTabs;
    my.twins->addToBar(my.bar);

    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    leftLayout->addWidget(my.twins, 1);
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->setHandleWidth(1);
    upper->setChildrenCollapsible(false);
    upper->addWidget(left);
    upper->addWidget(my.side);
    upper->setStretchFactor(0, 1);
    upper->setSizes({4 * kSideWidth, kSideWidth});
    auto* both = new QSplitter(Qt::Vertical);
    both->setHandleWidth(1);
    both->setChildrenCollapsible(false);
    both->addWidget(upper);
    both->addWidget(my.tabs);
    both->setStretchFactor(0, 1);
    both->setStretchFactor(1, 1);
    both->setSizes({kUpperHeight, kLowerHeight});
    rememberSplitter(*upper, QStringLiteral("twins-side"));
    rememberSplitter(*both, QStringLiteral("twins-tabs"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);

    connect(my.twins, &TwinTimelines::eventSelected, this, [this](TwinSide from, EventId event) {
        m_impl->showSelection(from);
        if (from == TwinSide::Candidate && event && m_impl->candidate)
            Q_EMIT candidateKernelSelected(textOf(m_impl->candidate->trace->name(event)));
    });
    connect(my.twins, &TwinTimelines::rangeSelected, this,
            [this](TwinSide from) { m_impl->showSelection(from); });
    connect(my.tabs, &TwinTabs::groupChosen, this, [this](int row) { m_impl->showGroup(row); });
    connect(my.match, &MatchPanel::callChosen, this,
            [this](bool isCandidate, EventId event) { m_impl->select(isCandidate, {event}); });
    connect(my.tabs, &TwinTabs::eventsChosen, this,
            [this](bool isCandidate, const std::vector<EventId>& events) {
                const TwinSide at = isCandidate ? TwinSide::Candidate : TwinSide::Baseline;
                m_impl->twins->selectEvents(at, events);
                m_impl->showSelection(at);
            });
    connect(my.tabs, &TwinTabs::gapChosen, this,
            [this](bool isCandidate, const Gap& gap) { m_impl->showGap(isCandidate, gap); });
    connect(my.tabs, &TwinTabs::causeChosen, this, [this](GapCause cause) {
        for (const bool isCandidate : {true, false}) {
            const auto gap = longestGap(m_impl->analysisOf(isCandidate),
                                        [cause](const Gap& each) { return each.cause == cause; });
            m_impl->select(isCandidate,
                           gap ? std::vector<EventId>{gap->before, gap->after} : std::vector<EventId>());
        }
    });
    connect(my.tabs, &TwinTabs::apiChosen, this, [this](const QString& api) {
        for (const bool isCandidate : {true, false})
            m_impl->select(isCandidate, callsOf(m_impl->analysisOf(isCandidate), api.toStdString(),
                                                m_impl->forwardOnScreen(isCandidate)));
    });
    connect(my.tabs, &TwinTabs::forwardChosen, this, [this](bool isCandidate, int forward) {
        const std::vector<Iteration>& list = m_impl->analysisOf(isCandidate).iterations.list;
        if (forward >= 0 && std::size_t(forward) < list.size()) {
            const Iteration& chosen = list[std::size_t(forward)];
            m_impl->view(isCandidate).zoomTo(chosen.begin, chosen.begin + chosen.endToEnd());
        }
    });
    connect(my.bar, &TwinButtons::pictureRequested, this, [this](const QPoint& place) {
        TwinFigure figure(*m_impl->twins);
        showPictureMenu(this, figure, m_impl->caption, place);
    });
    connect(&my.watcher, &QFutureWatcherBase::finished, this, [this] {
        Impl& mine = *m_impl;
        mine.compared = mine.watcher.result();
        const std::shared_ptr<const KernelCounterparts> index = mine.compared.counterparts;
        mine.twins->setCounterparts([index](TwinSide from, EventId event) {
            return from == TwinSide::Baseline ? index->inCandidate(event) : index->inBaseline(event);
        });
        mine.tabs->showComparison(*mine.compared.comparison, mine.baselineTitle, mine.candidateTitle);
        Q_EMIT compared();
    });
}

TwinView::~TwinView()
{
    m_impl->watcher.waitForFinished();
}

void TwinView::setTitles(const QString& baseline, const QString& candidate, const QString& caption)
{
    m_impl->baselineTitle = baseline;
    m_impl->candidateTitle = candidate;
    m_impl->caption = caption;
    m_impl->tabs->setCaption(caption);
}

void TwinView::setTraces(std::shared_ptr<const TraceAnalysis> baseline,
                         std::shared_ptr<const TraceAnalysis> candidate)
{
    Impl& my = *m_impl;
    my.baseline = std::move(baseline);
    my.candidate = std::move(candidate);
    my.compared = {};
    my.twins->setCounterparts({});
    my.twins->setTraces(my.baseline->trace, my.candidate->trace, my.baselineTitle, my.candidateTitle);
    my.tabs->showTraces(my.baseline, my.candidate, my.baselineTitle, my.candidateTitle);
    my.selection->follow(&my.twins->view(TwinSide::Baseline));
    my.side->setCurrentWidget(my.selection);
    my.watcher.setFuture(QtConcurrent::run(compareOffThread, my.baseline->trace, my.candidate->trace));
}

void TwinView::showFamily(bool isCandidate, const QString& familyTitle)
{
    Impl& my = *m_impl;
    if (!my.baseline || !my.candidate)
        return;
    my.select(isCandidate,
              kernelsOfFamily(my.analysisOf(isCandidate), familyTitle, my.forwardOnScreen(isCandidate)));
    my.showSelection(isCandidate ? TwinSide::Candidate : TwinSide::Baseline);
}

void TwinView::showLongestGap(bool isCandidate, const QString& causeTitle)
{
    Impl& my = *m_impl;
    if (!my.baseline || !my.candidate)
        return;
    const auto gap = longestGap(my.analysisOf(isCandidate), [&causeTitle](const Gap& each) {
        return causeTitle.isEmpty() || causeTitle == textOf(gapCauseTitle(each.cause)) ||
               causeTitle ==
                   QString(textOf(gapCauseKey(each.cause))).replace(QLatin1Char('_'), QLatin1Char(' '));
    });
    if (gap)
        my.showGap(isCandidate, *gap);
}

void TwinView::showKernel(const QString& name)
{
    Impl& my = *m_impl;
    if (!my.candidate)
        return;
    my.select(true, kernelsNamed(*my.candidate, name.toStdString(), my.forwardOnScreen(true)));
    my.showSelection(TwinSide::Candidate);
}

QTabWidget& TwinView::tabs()
{
    return m_impl->tabs->tabs();
}

TwinTimelines& TwinView::timelines()
{
    return *m_impl->twins;
}

QString TwinView::sentence() const
{
    return isCompared() ? QString::fromStdString(m_impl->compared.comparison->sentence) : QString();
}

bool TwinView::isCompared() const
{
    return m_impl->compared.comparison != nullptr;
}

} // namespace twintrace
