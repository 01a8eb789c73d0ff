// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_sample.h"
#include "views/style/fonts.h"
#include "views/timeline/event_text.h"
#include "views/timeline/event_tip.h"
#include "views/timeline/key_sheet.h"
#include "views/timeline/label_painter.h"
#include "views/timeline/search_bar.h"
#include "views/timeline/selection_panel.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_keys.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>

namespace twintrace
{

/// Every key and every gesture of the timeline, driven as a person would.
class TimelineViewTest : public QObject
{
    Q_OBJECT

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

  private Q_SLOTS:
    void init()
    {
        m_trace = makeTimelineSample();
        m_view = std::make_unique<TimelineView>();
        m_view->resize(1000, 320);
        m_view->setTrace(m_trace, QStringLiteral("sample"));
        m_view->show();
        m_view->setFocus();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QVERIFY(m_view->isReady());
    }
    void cleanup() { m_view.reset(); }

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
        QTest::mouseMove(canvas(), gemm);
        QMouseEvent move(QEvent::MouseMove, gemm, canvas()->mapToGlobal(gemm), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(canvas(), &move);
        QCOMPARE(state().hovered(), named("gemm_tile_1"));
        QVERIFY(state().cursor().has_value());
        const QString tip = tipText(*m_trace, named("gemm_tile_1"));
        QVERIFY(tip.contains(QStringLiteral("launch to start 7")));
        QVERIFY(tip.contains(QStringLiteral("op aten::mm")));
    }

    void namesReachTheScreenByteForByte_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("html") << QStringLiteral("void kernel<int, float&>(T<b>bold</b> && x)");
        QTest::newRow("5160 characters") << QString(5160, QLatin1Char('n'));
        QTest::newRow("right to left") << QStringLiteral("שלום עולם مرحبا");
        QTest::newRow("emoji") << QStringLiteral("🚀 launch 👩‍🚀 <&>");
    }
    void namesReachTheScreenByteForByte()
    {
        QFETCH(QString, name);
        QElapsedTimer timer;
        timer.start();
        const TracePtr trace = makeNamedSample(name.toStdString());
        m_view->setTrace(trace, name);
        m_view->selectEvent(EventId(0));
        QVERIFY(!m_view->grab().isNull());
        EventTip tip;
        tip.showAt(QPoint(10, 10), tipText(*trace, EventId(0)));
        QVERIFY(tip.text().startsWith(name + QLatin1Char('\n')));
        press(Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(name + QLatin1Char('\n')));
        SelectionPanel panel;
        panel.follow(m_view.get());
        QVERIFY(panel.plainText().startsWith(name + QLatin1Char('\n')));
        LabelPainter labels(uiFont(11));
        QCOMPARE(labels.elided(name.toStdString(), 1e6).left(1000), name.left(1000));
        const QString shortened = labels.elided(name.toStdString(), 60);
        QVERIFY(shortened.isEmpty() || shortened.endsWith(QChar(0x2026)) || shortened == name);
        QVERIFY2(timer.elapsed() < 1000, "noisy machines get ten times the budget of 100 ms");
    }

    void emptyAndOddTraces()
    {
        m_view->setTrace(nullptr);
        QVERIFY(!m_view->isReady());
        QVERIFY(!m_view->grab().isNull());
        press(Qt::Key_W);
        press(Qt::Key_F);
        m_view->setTrace(std::make_shared<Trace>());
        QVERIFY(!m_view->grab().isNull());
        for (const KeyLine& line : timelineKeys()) {
            if (line.command == TimelineCommand::GoToTime || line.command == TimelineCommand::GapSize ||
                line.command == TimelineCommand::ShowKeys)
                continue;
            const QKeyCombination keys =
                QKeySequence(QString::fromLatin1(line.keys).split(QLatin1Char(' ')).first())[0];
            press(keys.key(), keys.keyboardModifiers());
        }
    }

    void everyWidgetHasAName()
    {
        for (const QWidget* widget : m_view->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->inherits("QScrollBar"))
                continue;
            const bool hasText =
                !widget->accessibleName().isEmpty() || !widget->property("text").toString().isEmpty();
            QVERIFY2(hasText || widget->parentWidget()->inherits("QLineEdit"),
                     widget->metaObject()->className());
        }
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
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineViewTest)
#include "timeline_view_test.moc"
