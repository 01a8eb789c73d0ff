// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view.h"

#include "core/base/format.h"
#include "core/timeline/selection_links.h"
#include "views/style/spacing.h"
#include "views/timeline/key_sheet.h"
#include "views/timeline/timeline_picture.h"
#include "views/timeline/timeline_view_impl.h"

#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace twintrace
{

TimelineView::Impl::Impl(TimelineView* owner) : view(owner)
{
    scene.emptyText = tr("No trace. Open a trace file, or drop one here.");
}

void TimelineView::Impl::build()
{
    canvas = new TimelineCanvas(state, scene);
    scrollBar = new QScrollBar(Qt::Vertical);
    scrollBar->setAccessibleName(tr("Scroll the rows"));
    searchBar = new SearchBar(state, search);
    searchBar->hide();
    rowFilter = new QLineEdit;
    rowFilter->setPlaceholderText(tr("Show only rows whose name contains …"));
    rowFilter->setAccessibleName(tr("Filter rows"));
    rowFilter->setClearButtonEnabled(true);
    rowFilter->hide();

    auto* layout = new QVBoxLayout(view);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(searchBar);
    layout->addWidget(rowFilter);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(canvas, 1);
    row->addWidget(scrollBar);
    layout->addLayout(row, 1);

    connect(&content, &TimelineContent::ready, view, [this] { contentReady(); });
    connect(&search, &TimelineSearch::hitsChanged, view, [this] { hitsChanged(); });
    connect(&state, &TimelineState::windowChanged, view, [this] { refresh(); });
    connect(&state, &TimelineState::cursorChanged, view, [this] { refresh(); });
    connect(&state, &TimelineState::hoverChanged, view, [this] { refresh(); });
    connect(&state, &TimelineState::bookmarksChanged, view, [this] { refresh(); });
    connect(&state, &TimelineState::filterChanged, view, [this] { filterChanged(); });
    connect(&state, &TimelineState::rowsChanged, view, [this] { rowsChanged(); });
    connect(&state, &TimelineState::selectionChanged, view, [this] { selectionChanged(); });
    connect(&state, &TimelineState::rangeChanged, view, [this] {
        refresh();
        if (const std::optional<TimeWindow> range = state.range())
            Q_EMIT view->rangeSelected(range->begin, range->end);
    });
    connect(scrollBar, &QScrollBar::valueChanged, canvas, [this](int value) { canvas->setScroll(value); });
    connect(canvas, &TimelineCanvas::scrolled, view, [this] { updateScrollBar(); });
    connect(canvas, &TimelineCanvas::eventActivated, view, [this](EventId event) {
        goTo(event);
        Q_EMIT view->eventActivated(event);
    });
    connect(canvas, &TimelineCanvas::rowClicked, view, [this](TrackId track) {
        scene.currentTrack = track;
        view->setFocus(Qt::MouseFocusReason);
        refresh();
    });
    connect(canvas, &TimelineCanvas::processToggled, view, [this](ProcessId process) {
        RowOptions rows = state.rows();
        if (!rows.collapsedProcesses.insert(process).second)
            rows.collapsedProcesses.erase(process);
        state.setRows(rows);
    });
    connect(canvas, &TimelineCanvas::trackToggled, view,
            [this](TrackId track) { editRows(track, TimelineCommand::ToggleFold); });
    connect(canvas, &TimelineCanvas::trackMoved, view, [this](TrackId track, int steps) {
        if (content.trace())
            state.setRows(movedTrack(*content.trace(), state.rows(), track, steps));
    });
    connect(canvas, &TimelineCanvas::menuWanted, view,
            [this](const QPoint& place, TrackId track, EventId event) { showMenu(place, track, event); });
    connect(searchBar, &SearchBar::nextWanted, view, [this] { stepHit(true); });
    connect(searchBar, &SearchBar::previousWanted, view, [this] { stepHit(false); });
    connect(searchBar, &SearchBar::closed, view, [this] {
        searchBar->hide();
        state.setFilter({});
        view->setFocus(Qt::OtherFocusReason);
    });
    connect(rowFilter, &QLineEdit::textChanged, view, [this](const QString& text) {
        RowOptions rows = state.rows();
        rows.filter = text.toStdString();
        state.setRows(rows);
    });
    connect(rowFilter, &QLineEdit::returnPressed, view, [this] { view->setFocus(Qt::OtherFocusReason); });
}

void TimelineView::Impl::contentReady()
{
    scene.index = content.index();
    scene.marks = content.marks();
    scene.hits.reset();
    scene.showsOnlyHits = false;
    const TimeWindow whole = scene.index->wholeWindow();
    scene.limits = whole;
    scene.zero = whole.begin;
    scene.scroll = 0;
    const Trace& trace = scene.index->trace();
    scene.title = title;
    scene.subtitle = tr("%1 events · %2")
                         .arg(QString::fromStdString(formatCount(std::int64_t(trace.events.size()))),
                              QString::fromStdString(formatDuration(whole.duration())));
    state.setLimits(outerLimits.value_or(whole), true);
    rowsChanged();
    if (!scene.rows.scrolled.empty()) {
        const auto first = std::find_if(scene.rows.scrolled.begin(), scene.rows.scrolled.end(),
                                        [](const Row& row) { return row.kind == RowKind::Track; });
        scene.currentTrack = first != scene.rows.scrolled.end() ? first->track : TrackId();
    }
    if (state.filter().isActive())
        filterChanged();
    if (!wantedSelection.empty()) {
        const std::vector<EventId> wanted = std::exchange(wantedSelection, {});
        view->selectEvents(wanted);
    }
    Q_EMIT view->ready();
}

void TimelineView::Impl::filterChanged()
{
    currentHit = EventId();
    const TimelineFilter& filter = state.filter();
    if (!scene.index || !filter.isActive()) {
        search.clear();
        return;
    }
    search.start(content.index(), filter);
    refresh();
}

void TimelineView::Impl::hitsChanged()
{
    scene.hits = state.filter().isActive() ? search.hitIndex() : nullptr;
    refresh();
}

void TimelineView::Impl::rowsChanged()
{
    if (scene.index) {
        const TimelineIndexPtr index = scene.index;
        scene.rows = layoutRows(
            index->trace(), [&](TrackId track) { return index->laneCount(track); }, state.rows());
    } else {
        scene.rows = RowLayout();
    }
    scene.emptyText = content.trace() == nullptr ? tr("No trace. Open a trace file, or drop one here.")
                      : !scene.index             ? tr("Preparing the timeline …")
                      : !state.rows().filter.empty()
                          ? tr("No row has \"%1\" in its name. Clear the filter to see all rows.")
                                .arg(QString::fromStdString(state.rows().filter))
                          : tr("This trace has no events that could be shown.");
    canvas->setScroll(scene.scroll);
    updateScrollBar();
    refresh();
}

void TimelineView::Impl::selectionChanged()
{
    scene.links.clear();
    const EventId event = state.selectedEvent();
    if (scene.index && event) {
        for (const EventId selected : state.selection()) {
            constexpr std::size_t kMostArrows = 2000;
            if (scene.links.size() >= kMostArrows)
                break;
            const std::vector<EventLink> links = linksOf(scene.index->trace(), selected, kMostArrows);
            scene.links.insert(scene.links.end(), links.begin(), links.end());
        }
        if (const TrackId track = scene.index->trace().trackOf(event))
            scene.currentTrack = track;
    }
    refresh();
    Q_EMIT view->eventSelected(event);
}

void TimelineView::Impl::updateScrollBar()
{
    const QSignalBlocker blocker(scrollBar);
    scrollBar->setRange(0, static_cast<int>(std::ceil(canvas->longestScroll())));
    scrollBar->setPageStep(static_cast<int>(canvas->zones().scrolled.height()));
    scrollBar->setSingleStep(18);
    scrollBar->setValue(static_cast<int>(scene.scroll));
    scrollBar->setVisible(canvas->longestScroll() > 0);
}

void TimelineView::Impl::refresh()
{
    scene.theme = &currentTheme();
    scene.window = state.window();
    scene.overview = state.limits();
    scene.showsOnlyHits = state.filter().hidesRest;
    scene.selection = state.selection();
    scene.hovered = state.hovered();
    scene.echoed = state.echoed();
    scene.range = state.range();
    scene.cursor = state.cursor();
    scene.bookmarks = state.bookmarks();
    scene.hasFocus = view->hasFocus();
    canvas->update();
}

void TimelineView::Impl::revealRow(TrackId track)
{
    const Trace* trace = content.trace().get();
    if (trace == nullptr || !track)
        return;
    RowOptions rows = state.rows();
    rows.hidden.erase(track);
    rows.collapsedProcesses.erase(trace->tracks[track.value()].process);
    state.setRows(rows);
    if (scene.rows.find(track) == nullptr && !state.rows().filter.empty())
        rowFilter->clear();
    const Row* row = scene.rows.find(track);
    if (row == nullptr || row->isPinned)
        return;
    const double height = canvas->zones().scrolled.height();
    if (row->top < scene.scroll)
        canvas->setScroll(row->top - 4);
    else if (row->top + row->height > scene.scroll + height)
        canvas->setScroll(std::min(row->top - 4, row->top + row->height - height + 4));
}

void TimelineView::Impl::reveal(EventId event)
{
    const TracePtr trace = content.trace();
    if (!trace || !event)
        return;
    revealRow(trace->trackOf(event));
    const TimeWindow part{trace->begin(event), trace->end(event)};
    const TimeWindow window = state.window();
    const bool isOutside = part.end < window.begin || part.begin > window.end;
    if (isOutside)
        centerOn(saturatingAdd(part.begin, part.duration() / 2));
    // A box of a few hundredths of a pixel cannot be seen: come closer.
    const Nanoseconds visible = std::max<Nanoseconds>(part.duration(), 1);
    if (state.window().duration() / visible > 200'000)
        state.setWindow(windowAround(
            {saturatingSubtract(part.begin, visible * 500), saturatingAdd(part.end, visible * 500)},
            state.limits()));
}

void TimelineView::Impl::showMenu(const QPoint& place, TrackId track, EventId event)
{
    QMenu menu(view);
    const auto add = [&](const QString& text, TimelineCommand command, bool isEnabled = true) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, view, [this, command] { run(command); });
    };
    if (event) {
        state.select({event});
        add(tr("Copy name and figures\tCtrl+C"), TimelineCommand::Copy);
        add(tr("Zoom to it\tF"), TimelineCommand::FitSelection);
        add(tr("Range over it\tR"), TimelineCommand::RangeOfSelection);
        add(tr("Follow the arrow\tL"), TimelineCommand::FollowForward);
        add(tr("Follow the arrow back\tShift+L"), TimelineCommand::FollowBackward);
        QAction* same = menu.addAction(tr("Highlight all of this name"));
        connect(same, &QAction::triggered, view, [this, event] {
            TimelineFilter filter;
            filter.text = std::string(content.trace()->name(event));
            searchBar->show();
            state.setFilter(filter);
        });
        menu.addSeparator();
    }
    if (track) {
        scene.currentTrack = track;
        const Row* row = scene.rows.find(track);
        add(row != nullptr && row->isPinned ? tr("Release from the top\tP") : tr("Pin to the top\tP"),
            TimelineCommand::TogglePin);
        add(tr("Fold or unfold\tC"), TimelineCommand::ToggleFold);
        add(tr("Hide this row\tH"), TimelineCommand::HideRow);
        add(tr("Move up\tAlt+Up"), TimelineCommand::MoveRowUp);
        add(tr("Move down\tAlt+Down"), TimelineCommand::MoveRowDown);
    }
    add(tr("Show hidden rows (%1)\tShift+H").arg(scene.rows.hiddenCount), TimelineCommand::ShowHidden,
        scene.rows.hiddenCount > 0);
    menu.addSeparator();
    add(tr("Undo zoom\tCtrl+Z"), TimelineCommand::Undo, state.canUndo());
    add(tr("Fit everything\t0"), TimelineCommand::FitAll);
    add(tr("All keys\t?"), TimelineCommand::ShowKeys);
    menu.exec(place);
}

TimelineView::TimelineView(QWidget* parent) : QWidget(parent), m_impl(std::make_unique<Impl>(this))
{
    m_impl->build();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("Events of a trace over time. Press ? for all keys."));
    m_impl->refresh();
}

TimelineView::~TimelineView()
{
    m_impl->state.disconnect(this);
    m_impl->search.disconnect(this);
    m_impl->content.disconnect(this);
}

void TimelineView::setTrace(TracePtr trace, const QString& title)
{
    Impl& impl = *m_impl;
    impl.title = title;
    impl.search.clear();
    impl.scene.index.reset();
    impl.scene.marks.reset();
    impl.scene.hits.reset();
    impl.scene.links.clear();
    impl.state.clearSelection();
    impl.state.setHovered(EventId());
    impl.state.setEchoed(EventId());
    impl.state.setBookmarks({});
    impl.state.setRows({});
    impl.rowFilter->clear();
    impl.content.setTrace(std::move(trace));
    impl.rowsChanged();
}

TracePtr TimelineView::trace() const
{
    return m_impl->content.trace();
}

bool TimelineView::isReady() const
{
    return m_impl->content.isReady();
}

QString TimelineView::title() const
{
    return m_impl->title;
}

TimelineState& TimelineView::state()
{
    return m_impl->state;
}

const TimelineMarks& TimelineView::marks() const
{
    static const TimelineMarks none;
    return m_impl->scene.marks ? m_impl->scene.marks->marks : none;
}

void TimelineView::selectEvent(EventId event)
{
    selectEvents(event ? std::vector<EventId>{event} : std::vector<EventId>());
}

void TimelineView::selectEvents(std::vector<EventId> events)
{
    if (!isReady()) {
        m_impl->wantedSelection = std::move(events);
        return;
    }
    std::erase_if(events, [this](EventId id) { return !id || id.value() >= trace()->events.size(); });
    m_impl->state.select(events);
    if (!events.empty())
        m_impl->reveal(events.front());
}

void TimelineView::zoomTo(Nanoseconds begin, Nanoseconds end)
{
    m_impl->state.setWindow({begin, std::max(begin, end)});
}

void TimelineView::startSearch()
{
    m_impl->searchBar->open();
}

void TimelineView::showKeys()
{
    auto* sheet = new KeySheet(this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->open();
}

void TimelineView::paintPicture(QPainter& painter, const QSizeF& size, const Theme& theme,
                                const QString& caption)
{
    TimelineScene scene = m_impl->scene;
    scene.hovered = EventId();
    scene.cursor.reset();
    scene.frameTime.clear();
    scene.hasFocus = false;
    paintTimelineScene(painter, size, scene, theme, caption);
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FocusIn ||
        event->type() == QEvent::FocusOut)
        m_impl->refresh();
    if (event->type() == QEvent::KeyRelease && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
        m_impl->canvas->setSpaceHeld(false);
    return QWidget::event(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space) {
        m_impl->canvas->setSpaceHeld(true);
        return;
    }
    const std::optional<TimelineCommand> command = commandOf(*event);
    if (!command || !m_impl->run(*command))
        QWidget::keyPressEvent(event);
}

} // namespace twintrace
