// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/scene_hit.h"
#include "views/timeline/timeline_painter.h"
#include "views/timeline/timeline_scene.h"
#include "views/timeline/timeline_state.h"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace twintrace
{

class EventTip;
class SourceLookup;

/// The drawn part of a timeline and its mouse. Shows a scene that TimelineView keeps up to date, and changes
/// only the state.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
  public:
    TimelineCanvas(TimelineState& state, TimelineScene& scene, QWidget* parent = nullptr);

    [[nodiscard]] TimelineZones zones() const;
    [[nodiscard]] TimeScale scale() const;
    /// The event at a place, at most two pixels away; invalid in empty parts.
    [[nodiscard]] EventId eventAt(const QPointF& position) const { return hitAt(position).event; }
    [[nodiscard]] SceneHit hitAt(const QPointF& position) const;
    [[nodiscard]] const Row* rowAtPosition(const QPointF& position) const;
    [[nodiscard]] const EventTip* tip() const { return m_tip; }
    /// Time under the mouse, or the middle of the window when the mouse is elsewhere.
    [[nodiscard]] Nanoseconds anchorTime() const;
    [[nodiscard]] double longestScroll() const;
    void setScroll(double scroll);
    void setShowsFrameTime(bool isShown);
    [[nodiscard]] bool showsFrameTime() const { return m_showsFrameTime; }
    void setSpaceHeld(bool isHeld) { m_isSpaceHeld = isHeld; }

  Q_SIGNALS:
    void scrolled(double scroll);
    void eventClicked(twintrace::EventId event);
    void eventActivated(twintrace::EventId event);
    void rowClicked(twintrace::TrackId track);
    void processToggled(twintrace::ProcessId process);
    void trackToggled(twintrace::TrackId track);
    void trackMoved(twintrace::TrackId track, int steps);
    void menuWanted(const QPoint& globalPosition, twintrace::TrackId track, twintrace::EventId event);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    enum class Drag { None, Undecided, Range, Pan, ZoomRange, Overview, Row };

    void hover(const QPointF& position);
    void showTip();
    void hideTip();
    void dragTo(const QPointF& position);
    void click(const QPointF& position);
    void panOverviewTo(double x);
    [[nodiscard]] Nanoseconds timeAt(double x) const;

    TimelineState& m_state;
    TimelineScene& m_scene;
    TimelinePainter m_painter;
    EventTip* m_tip;
    SourceLookup* m_source;
    QTimer m_tipTimer;
    QString m_tipOfOther; ///< of what is under the mouse when it is no event
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_mouse{-1, -1};
    TimeWindow m_windowAtPress;
    Nanoseconds m_timeAtPress = 0;
    double m_scrollAtPress = 0;
    Qt::KeyboardModifiers m_modifiers;
    TrackId m_draggedTrack;
    bool m_isSpaceHeld = false;
    bool m_showsFrameTime = false;
    double m_lastFrameMilliseconds = 0;
};

} // namespace twintrace
