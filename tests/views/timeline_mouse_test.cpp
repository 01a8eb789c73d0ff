// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_view_fixture.h"
#include "views/timeline/event_text.h"
#include "views/timeline/event_tip.h"

#include <QMenu>
#include <QSignalSpy>

namespace twintrace
{

/// Every gesture of the timeline does what the sheet of keys says.
class TimelineMouseTest : public TimelineViewFixture
{
    Q_OBJECT

  private Q_SLOTS:
    void init() { openView(makeTimelineSample()); }
    void cleanup() { closeView(); }

    void clickSelectsAndDoubleClickZooms()
    {
        QSignalSpy selected(m_view.get(), &TimelineView::eventSelected);
        QSignalSpy activated(m_view.get(), &TimelineView::eventActivated);
        const QPoint gemm = placeOf(named("gemm_tile_1"));
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, gemm);
        QCOMPARE(selected.last().at(0).value<EventId>(), named("gemm_tile_1"));
        QTest::mouseClick(canvas(), Qt::LeftButton, Qt::ControlModifier, placeOf(named("gemm_tile_2")));
        QCOMPARE(state().selection().size(), 2U);
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, gemm);
        QCOMPARE(activated.count(), 1);
        QVERIFY(state().window().duration() < 12'000);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(int(canvas()->zones().left()) + 5, 300));
        QVERIFY(!state().selectedEvent());
    }

    void dragsSelectPanAndZoom()
    {
        m_view->zoomTo(100'000, 200'000);
        const TimelineZones zones = canvas()->zones();
        const int y = int(zones.scrolled.top()) + 60;
        const QPoint from(int(zones.left()) + 200, y);
        const QPoint to(int(zones.left()) + 400, y);
        const TimeScale before = canvas()->scale();
        QSignalSpy ranges(m_view.get(), &TimelineView::rangeSelected);
        drag(from, to);
        QVERIFY(ranges.count() > 0);
        QCOMPARE(state().range()->begin, before.timeAt(200));
        QCOMPARE(state().range()->end, before.timeAt(400));
        QCOMPARE(state().window(), (TimeWindow{100'000, 200'000}));

        const auto pansBy = [&](Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
            m_view->zoomTo(100'000, 200'000);
            drag(from, to, button, modifiers);
            return state().window().begin < 100'000 && state().window().duration() == 100'000;
        };
        QVERIFY(pansBy(Qt::MiddleButton, {}));
        QVERIFY(pansBy(Qt::LeftButton, Qt::ShiftModifier));
        QTest::keyPress(m_view.get(), Qt::Key_Space);
        QVERIFY(pansBy(Qt::LeftButton, {}));
        QTest::keyRelease(m_view.get(), Qt::Key_Space);
        QVERIFY(!pansBy(Qt::LeftButton, {}));

        m_view->zoomTo(100'000, 200'000);
        drag(from, to, Qt::LeftButton, Qt::AltModifier);
        QCOMPARE(state().window(), (TimeWindow{before.timeAt(200), before.timeAt(400)}));
    }

    void wheelScrollsPansAndZooms()
    {
        m_view->zoomTo(100'000, 200'000);
        m_view->resize(1000, 150);
        QTest::qWait(20);
        const QPoint place(int(canvas()->zones().left()) + 300, 100);
        const Nanoseconds under = canvas()->scale().timeAt(300);
        wheel(place, QPoint(0, 120), Qt::ControlModifier);
        QCOMPARE(state().window().duration(), 80'000);
        QVERIFY(std::abs(canvas()->scale().timeAt(300) - under) < 300);
        const TimeWindow zoomed = state().window();
        wheel(place, QPoint(0, -120), Qt::ShiftModifier);
        QVERIFY(state().window().begin > zoomed.begin);
        QVERIFY(canvas()->longestScroll() > 0);
        wheel(place, QPoint(0, -120));
        QCOMPARE(state().window().duration(), 80'000);
        QVERIFY(canvas()->longestScroll() > 0);
        press(Qt::Key_PageDown);
        press(Qt::Key_PageUp);
    }

    void overviewMovesTheWindow()
    {
        m_view->zoomTo(0, 20'000);
        const QRectF overview = canvas()->zones().overview;
        drag(overview.center().toPoint(), QPoint(int(overview.right()) - 3, int(overview.center().y())));
        QCOMPARE(state().window().end, state().limits().end);
        QCOMPARE(state().window().duration(), 20'000);
    }

    void headingsFold()
    {
        const TimelineZones zones = canvas()->zones();
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(12, int(zones.scrolled.top()) + 8));
        QCOMPARE(state().rows().collapsedProcesses.size(), 1U);
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(12, int(zones.scrolled.top()) + 8));
        QVERIFY(state().rows().collapsedProcesses.empty());
    }

    void hoverShowsTimeAndEvent()
    {
        const QPoint gemm = placeOf(named("gemm_tile_1"));
        hoverOver(gemm);
        QCOMPARE(state().hovered(), named("gemm_tile_1"));
        QVERIFY(state().cursor().has_value());
        const QString tip = tipText(*m_trace, named("gemm_tile_1"));
        QVERIFY(tip.contains(QStringLiteral("launch to start 7")));
        QVERIFY(tip.contains(QStringLiteral("op aten::mm")));
    }

    void gapsAreObjects()
    {
        const GapMark& gap = m_view->marks().gaps.front();
        const double x = canvas()->zones().left() +
                         canvas()->scale().pixelOf(gap.window.begin + gap.window.duration() / 2);
        const QPoint gemm = placeOf(named("gemm_tile_0"));
        const QPoint place(int(std::lround(x)), gemm.y());
        const SceneHit hit = canvas()->hitAt(place);
        QVERIFY(hit.gap != nullptr && !hit.event);
        hoverOver(place);
        QTRY_VERIFY(canvas()->tip()->isVisible());
        QVERIFY(canvas()->tip()->text().contains(QString::fromLatin1(titleOfCause(hit.gap->cause))));
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, place);
        QCOMPARE(*state().range(), hit.gap->window);
        const TimeWindow wanted = hit.gap->window;
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, place);
        QVERIFY(state().window().duration() < wanted.duration() * 2);
        QVERIFY(state().window().contains(wanted.begin));
    }

    void instantsAndIterationsAreExplained()
    {
        const QPointF inRuler(canvas()->zones().left() + canvas()->scale().pixelOf(250'000),
                              canvas()->zones().ruler.center().y());
        QCOMPARE(canvas()->hitAt(inRuler).iteration->label, std::string("3"));
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, inRuler.toPoint());
        QVERIFY(state().window().contains(250'000));
        QVERIFY(state().window().duration() < 110'000);
        m_view->zoomTo(0, 100'000);
        const double x = canvas()->zones().left() + canvas()->scale().pixelOf(60'000);
        std::optional<std::uint32_t> instant;
        for (int y = int(canvas()->zones().scrolled.top()); !instant && y < canvas()->height(); y += 2) {
            const QPoint place(int(std::lround(x)), y);
            instant = canvas()->hitAt(place).instant;
            if (instant)
                hoverOver(place);
        }
        QVERIFY(instant.has_value());
        QTRY_VERIFY(canvas()->tip()->isVisible());
        QVERIFY(canvas()->tip()->text().startsWith(QStringLiteral("checkpoint\n")));
    }

    void compileMarksAreExplained()
    {
        closeView();
        openView(makeCompiledSample());
        const CompileMark& mark = m_view->marks().compileMarks[1];
        const double x = canvas()->zones().left() +
                         canvas()->scale().pixelOf(mark.window.begin + mark.window.duration() / 2);
        const CompileMark* found = nullptr;
        QPoint place;
        for (int y = int(canvas()->zones().scrolled.top()); found == nullptr && y < canvas()->height(); ++y) {
            place = QPoint(int(std::lround(x)), y);
            found = canvas()->hitAt(place).compile;
        }
        QCOMPARE(found, &mark);
        hoverOver(place);
        QTRY_VERIFY(canvas()->tip()->isVisible());
        QVERIFY(canvas()->tip()->text().startsWith(QStringLiteral("graph break 0/0 → 1/0\n10.0 µs")));
        QVERIFY(canvas()->tip()->text().contains(QStringLiteral("reason unknown")));
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, place);
        QCOMPARE(state().selectedEvent(), mark.event);
    }

    void namesAreDraggedAndFolded()
    {
        const auto rowOf = [this](const char* event) {
            const QPoint place = placeOf(named(event));
            return QPoint(60, place.y());
        };
        const TrackId worker = m_trace->trackOf(named("worker<int> & co"));
        const QPoint main = rowOf("ProfilerStep#0");
        const QPoint other = rowOf("worker<int> & co");
        QVERIFY(other.y() > main.y());
        drag(other, QPoint(60, main.y() + 2));
        QVERIFY(!state().rows().order.empty());
        QVERIFY(rowOf("worker<int> & co").y() < rowOf("ProfilerStep#0").y());
        // The triangle of a row with several lanes.
        const TrackId tall = m_trace->trackOf(named("ProfilerStep#0"));
        QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPoint(18, rowOf("ProfilerStep#0").y()));
        QVERIFY(state().rows().collapsedTracks.contains(tall));
        QVERIFY(!state().rows().collapsedTracks.contains(worker));
    }

    void rightClickOffersAMenu()
    {
        const QPoint gemm = placeOf(named("gemm_tile_1"));
        QStringList entries;
        QTimer::singleShot(50, [&entries] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            for (const QAction* action : menu->actions())
                entries << action->text();
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, gemm, canvas()->mapToGlobal(gemm));
        QCoreApplication::sendEvent(canvas(), &event);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_1"));
        QVERIFY(entries.join(QLatin1Char('|')).contains(QStringLiteral("Pin to the top\tP")));
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineMouseTest)
#include "timeline_mouse_test.moc"
