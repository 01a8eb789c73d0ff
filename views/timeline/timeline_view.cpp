// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view.h"

#include "views/timeline/key_sheet.h"
#include "views/timeline/timeline_picture.h"
#include "views/timeline/timeline_view_impl.h"

#include <QHBoxLayout>
#include <QKeyEvent>
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
    if (event->type() == QEvent::Show)
        m_impl->placeDevices();
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
