// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline_view_fixture.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"
#include "views/timeline/event_text.h"
#include "views/timeline/event_tip.h"
#include "views/timeline/label_painter.h"
#include "views/timeline/selection_panel.h"
#include "views/timeline/timeline_keys.h"
#include "views/timeline/timeline_picture.h"

#include <QBuffer>
#include <QClipboard>
#include <QGlyphRun>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QRawFont>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QTextBrowser>
#include <QTextLayout>
#include <QXmlStreamReader>

#include <ctime>

namespace twintrace
{

/// Names and figures as text: on screen, in tips and panel, on the clipboard.
class TimelineTextTest : public TimelineViewFixture
{
    Q_OBJECT

    /// Processor time of this thread so far.
    static double threadMilliseconds()
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    /// The texts of an exported picture, as a reader of the file sees them. It is as wide as the longest
    /// name.
    static QString svgTexts(const TracePtr& trace)
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        const QSize size(20'000, 200);
        generator.setSize(size);
        QPainter painter(&generator);
        paintTimelinePicture(painter, size, trace, {});
        painter.end();
        QXmlStreamReader reader(bytes);
        QString texts;
        while (!reader.atEnd()) {
            if (reader.readNext() == QXmlStreamReader::Characters)
                texts += reader.text();
        }
        return reader.hasError() ? reader.errorString() : texts;
    }

  private Q_SLOTS:
    void init() { openView(makeTimelineSample()); }
    void cleanup() { closeView(); }

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
        const double started = threadMilliseconds();
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
        QVERIFY(panel.plainText().contains(name));
        LabelPainter labels(uiFont(11));
        QCOMPARE(labels.elided(name.toStdString(), 1e6).left(1000), name.left(1000));
        const QString shortened = labels.elided(name.toStdString(), 60);
        QVERIFY(shortened.isEmpty() || shortened.endsWith(QChar(0x2026)) || shortened == name);
        // Qt writes a text of several scripts as one piece for each font: words are whole, spaces are not.
        const QString exported = svgTexts(trace).remove(QRegularExpression(QStringLiteral("\\s")));
        for (const QString& word : name.left(1000).split(QLatin1Char(' ')))
            QVERIFY2(exported.contains(word), qPrintable(exported));
        // All of that, widgets and all, in the time of the thread itself: what the machine does besides is no
        // fault of ours.
        const double milliseconds = threadMilliseconds() - started;
        QVERIFY2(milliseconds < 100, qPrintable(QStringLiteral("%1 ms").arg(milliseconds)));
    }

    void namesAreDrawnAsWritten_data()
    {
        QTest::addColumn<QFont>("font");
        QTest::newRow("labels") << uiFont(11);
        QTest::newRow("bold") << uiFont(13, QFont::DemiBold);
        QTest::newRow("code") << monoFont();
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        applyTheme(application, ThemeChoice::Light);
        QLabel label(QStringLiteral("styled"));
        label.setProperty("look", "small");
        label.ensurePolished();
        QTest::newRow("the application's") << QApplication::font();
        QTest::newRow("changed by the style sheet") << label.font();
    }

    void namesAreDrawnAsWritten()
    {
        // Fonts replace letters by their neighbours ("64x8" by "64×8", "->" by an arrow): every letter must
        // be drawn with the glyph that it has when it stands alone.
        QFETCH(QFont, font);
        const QString name = QStringLiteral("ampere_sgemm_64x8x4_tn<3x3, operator->, !=, >=, :=, ffi, fl>");
        QTextLayout layout(name, font);
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        QList<quint32> drawn;
        for (const QGlyphRun& run : layout.glyphRuns())
            drawn += run.glyphIndexes();
        QCOMPARE(drawn, QRawFont::fromFont(font).glyphIndexesForString(name));
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

    void thePanelIsMadeOfLinks()
    {
        SelectionPanel panel;
        panel.follow(m_view.get());
        QVERIFY(panel.plainText().startsWith(QStringLiteral("Nothing selected")));
        m_view->selectEvent(named("gemm_tile_1"));
        QVERIFY(panel.plainText().contains(QStringLiteral("launch to start\n7.00 µs")));
        QVERIFY(panel.plainText().contains(QStringLiteral("Launched by")));
        auto* browser = panel.findChild<QTextBrowser*>();
        const EventId op = named("aten::mm", 1);
        Q_EMIT browser->anchorClicked(QUrl(QStringLiteral("event:%1").arg(op.value())));
        QCOMPARE(state().selectedEvent(), op);
        QVERIFY(panel.plainText().startsWith(QStringLiteral("aten::mm\n")));
        QVERIFY(panel.plainText().contains(QStringLiteral("Launches 2 on the device")));
        Q_EMIT browser->anchorClicked(QUrl(QStringLiteral("event:99999")));
        QCOMPARE(state().selectedEvent(), op);
    }

    void thePanelAddsUpARange()
    {
        SelectionPanel panel;
        panel.follow(m_view.get());
        state().selectRange(TimeWindow{0, 100'000});
        QTRY_VERIFY(panel.plainText().startsWith(QStringLiteral("Range of 100 µs")));
        QVERIFY(panel.plainText().contains(QStringLiteral("GPU kernels\n2, sum 30.0 µs")));
        QVERIFY(panel.plainText().contains(QStringLiteral("Most time")));
        auto* browser = panel.findChild<QTextBrowser*>();
        const StringId name = m_trace->strings.find("gemm_tile_0");
        Q_EMIT browser->anchorClicked(QUrl(QStringLiteral("name:%1").arg(name.value())));
        QCOMPARE(state().filter().text, std::string("gemm_tile_0"));
        state().select({named("gemm_tile_0"), named("gemm_tile_1")});
        QVERIFY(panel.plainText().contains(QStringLiteral("2 events, sum 20.0 µs")));
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineTextTest)
#include "timeline_text_test.moc"
