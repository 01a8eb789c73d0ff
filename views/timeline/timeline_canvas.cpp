// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_canvas.h"

#include "views/timeline/event_text.h"
#include "views/timeline/event_tip.h"
#include "views/timeline/source_lookup.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kDragPixels = 4; // a hand trembles less than this between press and release
constexpr int kTipMilliseconds = 250;

} // namespace

TimelineCanvas::TimelineCanvas(TimelineState& state, TimelineScene& scene, QWidget* parent)
    : QWidget(parent), m_state(state), m_scene(scene), m_tip(new EventTip(this)),
      m_source(new SourceLookup(this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    setMinimumSize(200, 80);
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipMilliseconds);
    connect(&m_tipTimer, &QTimer::timeout, this, &TimelineCanvas::showTip);
    connect(m_source, &SourceLookup::found, this, [this](EventId event, const QString& text) {
        if (m_tip->isVisible() && event == m_state.hovered())
            m_tip->showAt(mapToGlobal(m_mouse.toPoint()), m_tip->text() + QStringLiteral("\nsource ") + text);
    });
}

TimelineZones TimelineCanvas::zones() const
{
    return zonesOf(m_scene, size());
}

TimeScale TimelineCanvas::scale() const
{
    return {m_state.window(), zones().width()};
}

Nanoseconds TimelineCanvas::timeAt(double x) const
{
    return scale().timeAt(x - zones().left());
}

Nanoseconds TimelineCanvas::anchorTime() const
{
    const TimelineZones parts = zones();
    if (underMouse() && m_mouse.x() >= parts.left())
        return timeAt(m_mouse.x());
    const TimeWindow window = m_state.window();
    return saturatingAdd(window.begin, window.duration() / 2);
}

double TimelineCanvas::longestScroll() const
{
    return std::max(0.0, m_scene.rows.scrolledHeight - zones().scrolled.height());
}

void TimelineCanvas::setScroll(double scroll)
{
    const double inside = std::clamp(std::round(scroll), 0.0, std::ceil(longestScroll()));
    if (inside == m_scene.scroll)
        return;
    m_scene.scroll = inside;
    update();
    Q_EMIT scrolled(inside);
}

void TimelineCanvas::setShowsFrameTime(bool isShown)
{
    m_showsFrameTime = isShown;
    m_scene.frameTime.clear();
    update();
}

const Row* TimelineCanvas::rowAtPosition(const QPointF& position) const
{
    return twintrace::rowAtPosition(m_scene, zones(), position);
}

SceneHit TimelineCanvas::hitAt(const QPointF& position) const
{
    return twintrace::hitAt(m_scene, zones(), position);
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        update();
    return QWidget::event(event);
}

void TimelineCanvas::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    QElapsedTimer timer;
    timer.start();
    QPainter painter(this);
    if (m_showsFrameTime)
        m_scene.frameTime = tr("frame %1 ms").arg(m_lastFrameMilliseconds, 0, 'f', 1);
    m_painter.paint(painter, size(), m_scene);
    m_lastFrameMilliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setScroll(std::min(m_scene.scroll, longestScroll()));
    Q_EMIT scrolled(m_scene.scroll);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    hideTip();
    const QPointF position = event->position();
    const TimelineZones parts = zones();
    m_pressed = position;
    m_modifiers = event->modifiers();
    m_windowAtPress = m_state.window();
    m_timeAtPress = timeAt(position.x());
    m_scrollAtPress = m_scene.scroll;
    m_draggedTrack = TrackId();
    if (event->button() == Qt::MiddleButton ||
        (event->button() == Qt::LeftButton && (m_isSpaceHeld || (m_modifiers & Qt::ShiftModifier) != 0))) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    if (parts.overview.contains(position)) {
        m_drag = Drag::Overview;
        panOverviewTo(position.x());
        return;
    }
    if (position.x() < parts.left()) {
        const Row* row = rowAtPosition(position);
        if (row != nullptr && row->kind == RowKind::Process) {
            Q_EMIT processToggled(row->process);
        } else if (row != nullptr && row->kind == RowKind::Track) {
            Q_EMIT rowClicked(row->track);
            const bool isOnFold = position.x() < 26 && (row->laneCount > 1 || row->isCollapsed);
            if (isOnFold) {
                Q_EMIT trackToggled(row->track);
            } else {
                m_draggedTrack = row->track;
                m_drag = Drag::Row;
            }
        }
        return;
    }
    m_drag = Drag::Undecided;
}

void TimelineCanvas::panOverviewTo(double x)
{
    const TimelineZones parts = zones();
    const TimeScale whole(m_state.limits(), parts.overview.width());
    const Nanoseconds middle = whole.timeAt(x - parts.overview.left());
    const Nanoseconds length = m_state.window().duration();
    const Nanoseconds begin = saturatingSubtract(middle, length / 2);
    m_state.setWindow({begin, saturatingAdd(begin, length)}, TimelineState::Step::Merged);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_mouse = event->position();
    if (m_drag == Drag::None)
        hover(event->position());
    else
        dragTo(event->position());
}

void TimelineCanvas::dragTo(const QPointF& position)
{
    const TimelineZones parts = zones();
    if (m_drag == Drag::Undecided && std::abs(position.x() - m_pressed.x()) >= kDragPixels)
        m_drag = (m_modifiers & Qt::AltModifier) != 0 ? Drag::ZoomRange : Drag::Range;
    switch (m_drag) {
    case Drag::Range:
    case Drag::ZoomRange: {
        const double edge = std::clamp(position.x(), parts.left(), parts.left() + parts.width());
        const Nanoseconds time = timeAt(edge);
        m_state.selectRange(TimeWindow{std::min(m_timeAtPress, time), std::max(m_timeAtPress, time)});
        m_state.setCursor(time);
        break;
    }
    case Drag::Pan: {
        const TimeScale before(m_windowAtPress, parts.width());
        const Nanoseconds moved =
            saturatingSubtract(before.timeAt(m_pressed.x()), before.timeAt(position.x()));
        m_state.setWindow(
            {saturatingAdd(m_windowAtPress.begin, moved), saturatingAdd(m_windowAtPress.end, moved)},
            TimelineState::Step::Merged);
        setScroll(m_scrollAtPress + m_pressed.y() - position.y());
        break;
    }
    case Drag::Overview:
        panOverviewTo(position.x());
        break;
    case Drag::Row:
        if (const Row* row = rowAtPosition(QPointF(1, position.y()));
            row != nullptr && row->kind == RowKind::Track && row->track != m_draggedTrack && !row->isPinned) {
            const Row* dragged = m_scene.rows.find(m_draggedTrack);
            if (dragged != nullptr && !dragged->isPinned) {
                // Only past the middle of the other row, else two rows of different heights would swap for
                // ever.
                const double middle = zones().scrolled.top() + row->top - m_scene.scroll + row->height / 2;
                const bool isPast = row->top > dragged->top ? position.y() > middle : position.y() < middle;
                if (isPast)
                    Q_EMIT trackMoved(m_draggedTrack, row->top > dragged->top ? 1 : -1);
            }
        }
        break;
    case Drag::None:
    case Drag::Undecided:
        break;
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    if (drag == Drag::Undecided && event->button() == Qt::LeftButton) {
        click(event->position());
    } else if (drag == Drag::ZoomRange && m_state.range()) {
        const TimeWindow range = *m_state.range();
        m_state.selectRange(std::nullopt);
        m_state.setWindow(range);
    }
    hover(event->position());
}

void TimelineCanvas::click(const QPointF& position)
{
    const SceneHit hit = hitAt(position);
    const EventId clicked = hit.compile != nullptr ? hit.compile->event : hit.event;
    const std::optional<TimeWindow> gap = hit.gap != nullptr ? std::optional(hit.gap->window) : std::nullopt;
    if (hit.row != nullptr && hit.row->kind == RowKind::Track)
        Q_EMIT rowClicked(hit.row->track);
    m_state.selectRange(std::nullopt);
    std::vector<EventId> selection;
    if ((m_modifiers & Qt::ControlModifier) != 0)
        selection = m_state.selection();
    if (clicked) {
        const auto known = std::find(selection.begin(), selection.end(), clicked);
        if (known != selection.end())
            selection.erase(known);
        else
            selection.insert(selection.begin(), clicked);
    }
    m_state.select(selection);
    if (gap && selection.empty())
        m_state.selectRange(gap);
    Q_EMIT eventClicked(clicked);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const SceneHit hit = hitAt(event->position());
    const TimeWindow* part = hit.gap != nullptr         ? &hit.gap->window
                             : hit.iteration != nullptr ? &hit.iteration->window
                             : hit.compile != nullptr   ? &hit.compile->window
                                                        : nullptr;
    if (hit.event)
        Q_EMIT eventActivated(hit.event);
    else if (part != nullptr)
        m_state.setWindow(windowAround(*part, m_state.limits()));
}

void TimelineCanvas::hover(const QPointF& position)
{
    m_mouse = position;
    const TimelineZones parts = zones();
    const bool isInTime = position.x() >= parts.left() && position.y() >= parts.ruler.top() &&
                          rect().contains(position.toPoint());
    m_state.setCursor(isInTime ? std::optional<Nanoseconds>(timeAt(position.x())) : std::nullopt);
    const SceneHit hit = isInTime ? hitAt(position) : SceneHit();
    const QString other =
        hit.event && !hit.instant ? QString() : tipOfHit(m_scene, hit, timeAt(position.x()));
    if (hit.event != m_state.hovered() || other != m_tipOfOther)
        hideTip();
    m_tipOfOther = other;
    m_state.setHovered(hit.event);
    if (hit.event || !other.isEmpty())
        m_tipTimer.start();
}

void TimelineCanvas::showTip()
{
    if (!m_scene.index || m_drag != Drag::None || !underMouse())
        return;
    if (!m_tipOfOther.isEmpty()) {
        m_tip->showAt(mapToGlobal(m_mouse.toPoint()), m_tipOfOther);
    } else if (const EventId event = m_state.hovered()) {
        m_tip->showAt(mapToGlobal(m_mouse.toPoint()), tipText(m_scene.index->trace(), event));
        m_source->ask(m_scene.index->tracePtr(), event);
    }
}

void TimelineCanvas::hideTip()
{
    m_tipTimer.stop();
    m_source->forget();
    m_tip->hide();
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    Q_UNUSED(event)
    hideTip();
    m_tipOfOther.clear();
    m_mouse = QPointF(-1, -1);
    m_state.setHovered(EventId());
    m_state.setCursor(std::nullopt);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    hideTip();
    const TimelineZones parts = zones();
    const QPointF pixels = event->pixelDelta();
    const QPointF angle = event->angleDelta();
    const Qt::KeyboardModifiers modifiers = event->modifiers();
    if ((modifiers & Qt::ControlModifier) != 0) {
        // One notch (120) zooms by a fifth; touchpads send fractions of it.
        const double notches = angle.y() / 120.0;
        m_state.zoom(std::pow(0.8, notches), timeAt(std::max(event->position().x(), parts.left())));
    } else if ((modifiers & (Qt::ShiftModifier | Qt::AltModifier)) != 0 ||
               std::abs(angle.x()) > std::abs(angle.y())) {
        const double sideways = angle.x() != 0 ? angle.x() : angle.y();
        const double distance = pixels.x() != 0 ? pixels.x() : sideways / 120.0 * parts.width() * 0.08;
        m_state.pan(static_cast<Nanoseconds>(std::llround(-distance * scale().nanosecondsPerPixel())));
    } else {
        const double distance = pixels.y() != 0 ? pixels.y() : angle.y() / 120.0 * 54;
        setScroll(m_scene.scroll - distance);
    }
    event->accept();
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    hideTip();
    const Row* row = rowAtPosition(event->pos());
    const TrackId track = row != nullptr && row->kind == RowKind::Track ? row->track : TrackId();
    Q_EMIT menuWanted(event->globalPos(), track, eventAt(event->pos()));
}

} // namespace twintrace
