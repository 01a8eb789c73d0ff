// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_view_fixture.h"
#include "views/timeline/key_sheet.h"
#include "views/timeline/timeline_keys.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>

#include <algorithm>

namespace twintrace
{

/// Every key of the timeline does what the sheet of keys says.
class TimelineKeysTest : public TimelineViewFixture
{
    Q_OBJECT

  private Q_SLOTS:
    void init() { openView(makeTimelineSample()); }
    void cleanup() { closeView(); }

    void zoomAndPanKeys()
    {
        const TimeWindow whole = state().window();
        press(Qt::Key_W);
        QVERIFY(state().window().duration() < whole.duration());
        const TimeWindow zoomed = state().window();
        press(Qt::Key_D);
        QVERIFY(state().window().begin > zoomed.begin);
        QCOMPARE(state().window().duration(), zoomed.duration());
        press(Qt::Key_A);
        QCOMPARE(state().window(), zoomed);
        press(Qt::Key_S);
        press(Qt::Key_0);
        QCOMPARE(state().window(), whole);
        press(Qt::Key_Plus, Qt::ShiftModifier);
        press(Qt::Key_Minus);
        press(Qt::Key_W);
        press(Qt::Key_W);
        press(Qt::Key_Home);
        QCOMPARE(state().window().begin, whole.begin);
        press(Qt::Key_End);
        QCOMPARE(state().window().end, whole.end);
        press(Qt::Key_A, Qt::ShiftModifier);
        QVERIFY(state().window().end < whole.end);
        press(Qt::Key_D, Qt::ShiftModifier);
        QCOMPARE(state().window().end, whole.end);
        press(Qt::Key_Left);
        QVERIFY(state().window().end < whole.end);
        press(Qt::Key_Right);
        QCOMPARE(state().window().end, whole.end);
    }

    void fitKey()
    {
        const TimeWindow whole = state().window();
        m_view->selectEvent(named("gemm_tile_1"));
        press(Qt::Key_F);
        QVERIFY(state().window().duration() < 12'000);
        QVERIFY(state().window().contains(m_trace->begin(named("gemm_tile_1"))));
        press(Qt::Key_F);
        QCOMPARE(state().window(), whole);
    }

    void undoAndRedo()
    {
        const TimeWindow whole = state().window();
        m_view->zoomTo(10'000, 20'000);
        m_view->zoomTo(12'000, 14'000);
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(state().window(), (TimeWindow{10'000, 20'000}));
        press(Qt::Key_Backspace);
        QCOMPARE(state().window(), whole);
        press(Qt::Key_Y, Qt::ControlModifier);
        press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(state().window(), (TimeWindow{12'000, 14'000}));
        // A filter is a step as well.
        TimelineFilter filter;
        filter.text = "gemm";
        state().setFilter(filter);
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!state().filter().isActive());
    }

    void sliceKeys()
    {
        m_view->selectEvent(named("gemm_tile_0"));
        press(Qt::Key_BracketRight);
        QCOMPARE(state().selectedEvent(), named("triton_poi_fused_add_0"));
        press(Qt::Key_Period);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_1"));
        press(Qt::Key_BracketLeft);
        press(Qt::Key_Comma);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_0"));
        press(Qt::Key_Right);
        press(Qt::Key_Left);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_0"));
        m_view->selectEvent(named("aten::mm"));
        press(Qt::Key_Up);
        QCOMPARE(state().selectedEvent(), named("ProfilerStep#0"));
        press(Qt::Key_Down);
        QCOMPARE(state().selectedEvent(), named("aten::mm"));
    }

    void followKeys()
    {
        m_view->selectEvent(named("gemm_tile_2"));
        press(Qt::Key_BracketLeft, Qt::ControlModifier);
        QCOMPARE(m_trace->name(state().selectedEvent()), std::string_view("cudaLaunchKernel"));
        press(Qt::Key_BracketRight, Qt::ControlModifier);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_2"));
        press(Qt::Key_L, Qt::ShiftModifier);
        press(Qt::Key_L);
        QCOMPARE(state().selectedEvent(), named("gemm_tile_2"));
    }

    void marksAndBookmarks()
    {
        m_view->selectEvent(named("gemm_tile_0"));
        press(Qt::Key_M);
        QCOMPARE(state().bookmarks().size(), 1U);
        QVERIFY(state().bookmarks()[0].isTemporary);
        m_view->selectEvent(named("gemm_tile_3"));
        press(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(state().bookmarks().size(), 2U);
        press(Qt::Key_M);
        QCOMPARE(state().bookmarks().size(), 2U);
        m_view->zoomTo(0, 10'000);
        press(Qt::Key_B);
        QVERIFY(state().window().contains(m_trace->begin(named("gemm_tile_3"))));
        press(Qt::Key_B, Qt::ShiftModifier);
        QCOMPARE(state().window().duration(), 10'000);
    }

    void rangeAndCopyKeys()
    {
        m_view->selectEvent(named("gemm_tile_0"));
        press(Qt::Key_R);
        QCOMPARE(*state().range(), (TimeWindow{12'000, 22'000}));
        press(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("gemm_tile_0")));
        state().select({});
        press(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("GPU kernels: 1, sum 10")));
        press(Qt::Key_Escape);
        QVERIFY(!state().range());
    }

    void goToDialogs()
    {
        m_view->zoomTo(0, 10'000);
        answerNextDialog(QStringLiteral("200 us"));
        press(Qt::Key_G);
        QVERIFY(state().window().contains(200'000));
        answerNextDialog(QStringLiteral("2"));
        press(Qt::Key_I);
        QVERIFY(state().window().contains(150'000));
        QVERIFY(state().window().duration() < 110'000);
    }

    void gapKeys()
    {
        QVERIFY(!m_view->marks().gaps.empty());
        answerNextDialog(QStringLiteral("50 us"));
        press(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        m_view->zoomTo(0, 10'000);
        press(Qt::Key_X);
        QVERIFY(state().range().has_value());
        QCOMPARE(*state().range(), (TimeWindow{60'000, 112'000}));
        press(Qt::Key_X);
        QCOMPARE(state().range()->begin, 160'000);
        press(Qt::Key_X, Qt::ShiftModifier);
        QCOMPARE(state().range()->begin, 60'000);
    }

    void rowKeys()
    {
        m_view->selectEvent(named("worker<int> & co"));
        const TrackId worker = m_trace->trackOf(named("worker<int> & co"));
        press(Qt::Key_P);
        QCOMPARE(state().rows().pinned, std::vector<TrackId>{worker});
        press(Qt::Key_P);
        QVERIFY(state().rows().pinned.empty());
        press(Qt::Key_C);
        QVERIFY(state().rows().collapsedTracks.contains(worker));
        press(Qt::Key_C);
        press(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(!state().rows().order.empty());
        press(Qt::Key_Down, Qt::AltModifier);
        press(Qt::Key_H);
        QVERIFY(state().rows().hidden.contains(worker));
        press(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(state().rows().hidden.empty());
        press(Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(!state().selectedEvent());
        press(Qt::Key_Up, Qt::ControlModifier);
        press(Qt::Key_Return);
        QVERIFY(state().selectedEvent().isValid());
        press(Qt::Key_T);
        auto fields = m_view->findChildren<QLineEdit*>();
        const auto rowField = std::find_if(fields.begin(), fields.end(), [](QLineEdit* f) {
            return f->accessibleName() == QStringLiteral("Filter rows");
        });
        QVERIFY(rowField != fields.end());
        QTRY_VERIFY((*rowField)->hasFocus());
        QTest::keyClicks(*rowField, QStringLiteral("thread 11"));
        QCOMPARE(state().rows().filter, std::string("thread 11"));
    }

    void deviceRowsComeFirstWhereTheViewIsLow()
    {
        QVERIFY(!state().rows().devicesFirst);
        const int below = placeOf(named("gemm_tile_0")).y();
        QVERIFY(below > placeOf(named("ProfilerStep#0")).y());
        press(Qt::Key_V);
        QVERIFY(state().rows().devicesFirst);
        QVERIFY(placeOf(named("gemm_tile_0")).y() < placeOf(named("ProfilerStep#0")).y());
        press(Qt::Key_V);
        QCOMPARE(placeOf(named("gemm_tile_0")).y(), below);

        TimelineView low;
        low.resize(1000, 150);
        low.setTrace(m_trace, QStringLiteral("sample"));
        low.show();
        QVERIFY(QTest::qWaitForWindowExposed(&low));
        QTRY_VERIFY(low.state().rows().devicesFirst);
    }

    void sheetListsEveryKeyAndAllAreDispatched()
    {
        press(Qt::Key_Question, Qt::ShiftModifier);
        auto* sheet = m_view->findChild<KeySheet*>();
        QVERIFY(sheet != nullptr);
        QString all;
        for (const QLabel* label : sheet->findChildren<QLabel*>())
            all += label->text() + QLatin1Char('\n');
        for (const KeyLine& line : timelineKeys()) {
            QVERIFY2(all.contains(QString::fromLatin1(line.purpose)), line.purpose);
            for (const QString& keys : QString::fromLatin1(line.keys).split(QLatin1Char(' '))) {
                const QKeyCombination combination = QKeySequence(keys)[0];
                const QKeyEvent event(QEvent::KeyPress, combination.key(), combination.keyboardModifiers());
                QCOMPARE(commandOf(event), std::optional(line.command));
            }
        }
        sheet->reject();
        press(Qt::Key_F12);
        QVERIFY(canvas()->showsFrameTime());
    }

    void scrollKeys()
    {
        m_view->resize(1000, 150);
        QTest::qWait(20);
        const double longest = canvas()->longestScroll();
        QVERIFY(longest > 0);
        const auto topOf = [this] { return m_view->findChild<QScrollBar*>()->value(); };
        press(Qt::Key_PageDown);
        QVERIFY(topOf() > 0);
        press(Qt::Key_PageUp);
        QCOMPARE(topOf(), 0);
        press(Qt::Key_Down);
        QVERIFY(topOf() > 0);
        press(Qt::Key_Up);
        QCOMPARE(topOf(), 0);
    }

    void compileMarkKeys()
    {
        closeView();
        openView(makeCompiledSample());
        QCOMPARE(m_view->marks().compileMarks.size(), 3U);
        const auto selectedName = [this] { return m_trace->name(state().selectedEvent()); };
        press(Qt::Key_K);
        QCOMPARE(selectedName(), std::string_view("Torch-Compiled Region: 1/0"));
        QVERIFY(state().window().contains(m_trace->begin(state().selectedEvent())));
        press(Qt::Key_K);
        QCOMPARE(selectedName(), std::string_view("Torch-Compiled Region: 0/1"));
        press(Qt::Key_K);
        QCOMPARE(selectedName(), std::string_view("dynamo"));
        press(Qt::Key_K, Qt::ShiftModifier);
        QCOMPARE(selectedName(), std::string_view("Torch-Compiled Region: 0/1"));
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineKeysTest)
#include "timeline_keys_test.moc"
