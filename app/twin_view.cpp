// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/twin_view.h"

#include "app/figure_card.h"
#include "app/timeline_figures.h"
#include "app/trace_analysis.h"
#include "app/twin_buttons.h"
#include "app/twin_tabs.h"
#include "core/compare/kernel_counterparts.h"
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

    /// The forwards in the middle of what is on screen, the first where none is.
    [[nodiscard]] Paired<int> forwardsOnScreen() const
    {
        const auto at = [this](TwinSide where, const TraceAnalysis& analysis) {
            const TimeWindow window = twins->view(where).state().window();
            const Nanoseconds middle = window.begin + (window.end - window.begin) / 2;
            int found = 0;
            for (std::size_t i = 0; i < analysis.iterations.list.size(); ++i) {
                if (analysis.iterations.list[i].begin <= middle)
                    found = int(i);
            }
            return found;
        };
        const int forward = at(TwinSide::Baseline, *baseline);
        return {forward, std::min(forward, at(TwinSide::Candidate, *candidate))};
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
    my.tabs->tabs().setCornerWidget(my.bar);

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
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 2);
    both->setSizes({340, 230});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);

    connect(my.twins, &TwinTimelines::eventSelected, this,
            [this](TwinSide from, EventId) { m_impl->showSelection(from); });
    connect(my.twins, &TwinTimelines::rangeSelected, this,
            [this](TwinSide from) { m_impl->showSelection(from); });
    connect(my.tabs, &TwinTabs::groupChosen, this, [this](int row) { m_impl->showGroup(row); });
    connect(my.tabs, &TwinTabs::eventsChosen, this,
            [this](bool isCandidate, const std::vector<EventId>& events) {
                const TwinSide at = isCandidate ? TwinSide::Candidate : TwinSide::Baseline;
                m_impl->twins->selectEvents(at, events);
                m_impl->showSelection(at);
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
