// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/views/timeline_sample.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QInputDialog>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>
#include <memory>

namespace twintrace
{

/// A timeline of the small sample on screen, driven as a person would.
class TimelineViewFixture : public QObject
{
  protected:
    std::unique_ptr<TimelineView> m_view;
    TracePtr m_trace;

    [[nodiscard]] TimelineCanvas* canvas() const { return m_view->findChild<TimelineCanvas*>(); }
    [[nodiscard]] TimelineState& state() const { return m_view->state(); }
    [[nodiscard]] EventId named(const char* name, int occurrence = 0) const
    {
        return eventNamed(*m_trace, name, occurrence);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(m_view.get(), static_cast<Qt::Key>(key), modifiers);
    }
    /// Where the middle of an event is on the canvas.
    [[nodiscard]] QPoint placeOf(EventId event) const
    {
        const TimelineZones zones = canvas()->zones();
        const double x =
            zones.left() + canvas()->scale().pixelOf(m_trace->begin(event) + m_trace->duration(event) / 2);
        for (int y = int(zones.scrolled.top()); y < int(zones.scrolled.bottom()); y += 4) {
            const QPoint place(int(std::lround(x)), y);
            if (canvas()->eventAt(place) == event)
                return place;
        }
        return {};
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mousePress(canvas(), button, modifiers, from);
        QMouseEvent half(QEvent::MouseMove, (from + to) / 2, canvas()->mapToGlobal((from + to) / 2),
                         Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(canvas(), &half);
        QMouseEvent whole(QEvent::MouseMove, to, canvas()->mapToGlobal(to), Qt::NoButton, button, modifiers);
        QCoreApplication::sendEvent(canvas(), &whole);
        QTest::mouseRelease(canvas(), button, modifiers, to);
    }
    void hoverOver(QPoint place) const
    {
        QTest::mouseMove(canvas(), place);
        QMouseEvent move(QEvent::MouseMove, place, canvas()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas(), &move);
    }
    void wheel(QPoint place, QPoint angle, Qt::KeyboardModifiers modifiers = {}) const
    {
        QWheelEvent event(place, canvas()->mapToGlobal(place), QPoint(), angle, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    /// Types into the dialog that the next key opens, and accepts it.
    static void answerNextDialog(const QString& text)
    {
        QTimer::singleShot(50, [text] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            if (dialog->inputMode() == QInputDialog::IntInput)
                dialog->setIntValue(text.toInt());
            else
                dialog->setTextValue(text);
            dialog->accept();
        });
    }
    void openView(TracePtr trace)
    {
        m_trace = std::move(trace);
        m_view = std::make_unique<TimelineView>();
        m_view->resize(1000, 320);
        m_view->setTrace(m_trace, QStringLiteral("sample"));
        m_view->show();
        m_view->setFocus();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QVERIFY(m_view->isReady());
    }
    void closeView() { m_view.reset(); }
};

} // namespace twintrace
