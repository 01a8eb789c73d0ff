// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_sample.h"
#include "views/timeline/timeline_state.h"
#include "views/timeline/timeline_view.h"
#include "views/timeline/twin_timelines.h"

#include <QSignalSpy>
#include <QTest>

#include <random>

namespace twintrace
{

class TimelineTwinsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<TwinTimelines> m_twins;
    TracePtr m_baseline;
    TracePtr m_candidate;

    [[nodiscard]] TimelineState& upper() const { return m_twins->view(TwinSide::Baseline).state(); }
    [[nodiscard]] TimelineState& lower() const { return m_twins->view(TwinSide::Candidate).state(); }

    void shakeAThousandTimes(std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 1000; ++i) {
            TimelineState& state = random() % 2 == 0 ? upper() : lower();
            const TimeWindow window = state.window();
            const auto inside = static_cast<Nanoseconds>(random() % std::uint64_t(window.duration()));
            if (random() % 2 == 0)
                state.zoom(0.5 + double(random() % 1000) / 800.0, window.begin + inside);
            else
                state.pan(inside - window.duration() / 2);
            QCOMPARE(lower().window(), m_twins->alignment().toCandidate(upper().window()));
        }
    }

  private Q_SLOTS:
    void init()
    {
        m_baseline = makeTimelineSample(3);
        m_candidate = makeTimelineSample(1);
        m_twins = std::make_unique<TwinTimelines>();
        m_twins->resize(1000, 600);
        m_twins->setTraces(m_baseline, m_candidate, QStringLiteral("eager"), QStringLiteral("aot"));
        m_twins->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_twins.get()));
    }
    void cleanup() { m_twins.reset(); }

    void startsAlignedByACommonIteration()
    {
        const TwinAlignment alignment = m_twins->alignment();
        QCOMPARE(alignment.baselineAnchor, 600'000);
        QCOMPARE(alignment.candidateAnchor, 200'000);
        // The aligned iterations fill the window; everything is one key away.
        QVERIFY(upper().window().contains(600'000) && lower().window().contains(200'000));
        QVERIFY(upper().window().duration() < 300'000);
        upper().fitAll();
        QVERIFY(upper().window().contains(0) && lower().window().contains(0));
    }

    void staysAlignedToTheNanosecond()
    {
        shakeAThousandTimes(1);
        m_twins->alignToFirstKernel();
        shakeAThousandTimes(2);
        m_twins->alignByOffset(-12'345);
        shakeAThousandTimes(3);
    }

    void scaledSidesShowTheAnchorsEquallyWide()
    {
        m_twins->alignToIteration(2, 2);
        m_twins->setScaled(true);
        QCOMPARE(m_twins->alignment().baselineLength, 270'000);
        QCOMPARE(m_twins->alignment().candidateLength, 90'000);
        upper().setWindow({300'000, 570'000});
        QCOMPARE(lower().window(), (TimeWindow{100'000, 190'000}));
        // A pan of one side moves the other by a third; neither drifts.
        for (int i = 0; i < 300; ++i)
            upper().pan(i % 2 == 0 ? 3'001 : -3'001);
        QCOMPARE(upper().window(), (TimeWindow{300'000, 570'000}));
        QCOMPARE(lower().window(), (TimeWindow{100'000, 190'000}));
    }

    void alignments()
    {
        m_twins->alignToStart();
        QCOMPARE(m_twins->alignment().toCandidate(Nanoseconds(0)), 0);
        m_twins->alignToFirstKernel();
        QCOMPARE(m_twins->alignment().toCandidate(Nanoseconds(36'000)), 12'000);
        QVERIFY(m_twins->alignToAnnotation(QStringLiteral("ProfilerStep#3")));
        QCOMPARE(m_twins->alignment().toCandidate(Nanoseconds(900'000)), 300'000);
        QVERIFY(!m_twins->alignToAnnotation(QStringLiteral("not there")));
        m_twins->alignByOffset(5'000);
        QCOMPARE(m_twins->alignment().toBaseline(Nanoseconds(0)), 5'000);
        m_twins->alignToIteration(99, 1);
        QCOMPARE(m_twins->alignment().toBaseline(Nanoseconds(0)), 5'000);
    }

    void unlockedSidesMoveByThemselves()
    {
        m_twins->setLocked(false);
        const TimeWindow before = lower().window();
        upper().setWindow({10'000, 20'000});
        QCOMPARE(lower().window(), before);
        m_twins->setLocked(true);
        QCOMPARE(lower().window(), m_twins->alignment().toCandidate(upper().window()));
    }

    void devicesHaveTheSamePlaceOnBothSides()
    {
        QVERIFY(!upper().rows().devicesFirst && !lower().rows().devicesFirst);
        TwinTimelines low;
        low.resize(1000, 320);
        low.setTraces(m_baseline, m_candidate, QStringLiteral("eager"), QStringLiteral("aot"));
        low.show();
        QVERIFY(QTest::qWaitForWindowExposed(&low));
        TimelineView& eager = low.view(TwinSide::Baseline);
        TimelineView& aot = low.view(TwinSide::Candidate);
        QVERIFY(eager.state().rows().devicesFirst);
        QVERIFY(aot.state().rows().devicesFirst);
        // The key of one side moves both.
        QTest::keyClick(&aot, Qt::Key_V);
        QVERIFY(!eager.state().rows().devicesFirst);
        QVERIFY(!aot.state().rows().devicesFirst);
    }

    void hoverAndSelectionEcho()
    {
        const EventId here = eventNamed(*m_baseline, "gemm_tile_1");
        const EventId there = eventNamed(*m_candidate, "gemm_tile_1");
        upper().setHovered(here);
        QCOMPARE(lower().echoed(), there);
        upper().setHovered(EventId());
        QVERIFY(!lower().echoed());
        QSignalSpy selected(m_twins.get(), &TwinTimelines::eventSelected);
        m_twins->view(TwinSide::Candidate).selectEvent(there);
        QCOMPARE(upper().selectedEvent(), here);
        QCOMPARE(selected.count(), 1);
        QCOMPARE(selected[0][0].value<TwinSide>(), TwinSide::Candidate);
    }

    void counterpartsCanBeGiven()
    {
        const EventId here = eventNamed(*m_baseline, "gemm_tile_0");
        const EventId there = eventNamed(*m_candidate, "triton_poi_fused_add_2");
        m_twins->setCounterparts([&](TwinSide from, EventId event) {
            return from == TwinSide::Baseline && event == here ? std::vector<EventId>{there}
                                                               : std::vector<EventId>();
        });
        upper().select({here});
        QCOMPARE(lower().selectedEvent(), there);
        m_twins->selectEvents(TwinSide::Candidate, {there});
        QCOMPARE(upper().selectedEvent(), here);
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineTwinsTest)
#include "timeline_twins_test.moc"
