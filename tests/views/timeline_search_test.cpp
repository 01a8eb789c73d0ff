// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_view_fixture.h"
#include "views/timeline/search_bar.h"
#include "views/timeline/timeline_search.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

namespace twintrace
{

/// Search and filter, typed and stepped through.
class TimelineSearchTest : public TimelineViewFixture
{
    Q_OBJECT

  private Q_SLOTS:
    void init() { openView(makeTimelineSample()); }
    void cleanup() { closeView(); }

    void searchKeys()
    {
        press(Qt::Key_Slash);
        auto* field = m_view->findChild<SearchBar*>()->findChild<QLineEdit*>();
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClicks(field, QStringLiteral("triton"));
        auto* count = m_view->findChild<SearchBar*>()->findChild<QLabel*>();
        QTRY_COMPARE(count->text(), QStringLiteral("4 hits"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(state().selectedEvent(), named("triton_poi_fused_add_0"));
        QCOMPARE(count->text(), QStringLiteral("1 of 4"));
        m_view->setFocus();
        press(Qt::Key_N);
        QCOMPARE(state().selectedEvent(), named("triton_poi_fused_add_1"));
        press(Qt::Key_N, Qt::ShiftModifier);
        press(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(state().selectedEvent(), named("triton_poi_fused_add_3"));
        press(Qt::Key_Escape);
        QVERIFY(!state().selectedEvent());
        press(Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!m_view->findChild<SearchBar*>()->isVisible());
        QVERIFY(!state().filter().isActive());
    }

    void minimumDurationHidesTheRest()
    {
        TimelineFilter filter;
        filter.minimumDuration = 15'000;
        filter.hidesRest = true;
        const QPoint gemm = placeOf(named("gemm_tile_0"));
        QVERIFY(!gemm.isNull());
        QCOMPARE(canvas()->eventAt(gemm), named("gemm_tile_0"));
        state().setFilter(filter);
        QTRY_VERIFY(!canvas()->eventAt(gemm));
        QVERIFY(canvas()->eventAt(placeOf(named("triton_poi_fused_add_0"))).isValid());
    }

    void durationsAreRead()
    {
        QCOMPARE(durationFromText(QStringLiteral("10us")), 10'000);
        QCOMPARE(durationFromText(QStringLiteral(" 1.5 ms ")), 1'500'000);
        QCOMPARE(durationFromText(QStringLiteral("2,5 µs")), 2'500);
        QCOMPARE(durationFromText(QStringLiteral("7")), 7);
        QCOMPARE(durationFromText(QString()), 0);
        QVERIFY(durationFromText(QStringLiteral("ten")) < 0);
        QVERIFY(durationFromText(QStringLiteral("99999999999 s")) < 0);
    }

    void typingOnNarrowsWhatWasFound()
    {
        const TimelineIndexPtr index =
            std::make_shared<TimelineIndex>(m_trace, [](EventKind, std::string_view) { return Tone(0); });
        TimelineSearch search;
        QSignalSpy finished(&search, &TimelineSearch::finished);
        std::size_t before = m_trace->events.size() + 1;
        for (const char* typed : {"g", "ge", "gemm", "gemm_tile_1"}) {
            TimelineFilter filter;
            filter.text = typed;
            search.start(index, filter);
            QVERIFY(finished.wait());
            QVERIFY(search.hits().size() < before || search.hits().size() == 4);
            before = search.hits().size();
        }
        QCOMPARE(before, 1U);
        QVERIFY(search.hits().contains(named("gemm_tile_1")));
        TimelineFilter other;
        other.text = "triton";
        search.start(index, other);
        QVERIFY(finished.wait());
        QCOMPARE(search.hits().size(), 4U);
        search.clear();
        QVERIFY(search.hits().isEmpty());
    }

    void aCancelledSearchKeepsWhatItHas()
    {
        TimelineSearch search;
        QSignalSpy finished(&search, &TimelineSearch::finished);
        TimelineFilter filter;
        filter.text = "gemm";
        search.start(
            std::make_shared<TimelineIndex>(m_trace, [](EventKind, std::string_view) { return Tone(0); }),
            filter);
        search.cancel();
        QVERIFY(finished.wait());
        QVERIFY(!search.isRunning());
        QVERIFY(search.hits().size() <= 4U);
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineSearchTest)
#include "timeline_search_test.moc"
