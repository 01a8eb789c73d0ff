// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_session.h"

#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/session_rows.h"
#include "views/charts/trace_rows.h"
#include "views/charts/waterfall_chart.h"
#include "views/export/figure_exporter.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace twintrace;

namespace
{

/// A figure that draws a name, to see what becomes of it in files.
class NameFigure : public Figure
{
  public:
    explicit NameFigure(QString name) : m_name(std::move(name)) {}
    QString figureName() const override { return QStringLiteral("name"); }
    QSize figureSize() const override { return {300, 80}; }
    void paintFigure(QPainter& painter, const QRectF& area, const Theme& theme) override
    {
        painter.setPen(theme.text);
        painter.drawText(area, m_name);
    }

  private:
    QString m_name;
};

double sumOf(const BarRow& row)
{
    double sum = 0;
    for (const BarPart& part : row.parts)
        sum += part.value;
    return sum;
}

} // namespace

class ChartsTest : public QObject
{
    Q_OBJECT

  private Q_SLOTS:
    void theWheelOverAChartIsLeftToThePage()
    {
        IterationChart chart;
        QWheelEvent wheel({100, 100}, {100, 100}, {}, QPoint(0, -240), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&chart, &wheel);
        QVERIFY(!wheel.isAccepted());
    }

    void rowsHoldTheSessionsFigures()
    {
        const std::vector<BarRow> kernels = kernelFamilyRows(sampleSession().variants);
        QCOMPARE(kernels.size(), 2u);
        QCOMPARE(sumOf(kernels[0]), 174.0);
        QCOMPARE(sumOf(kernels[1]), 67.0);
        // Triton's kinds are one bar part.
        QCOMPARE(kernels[1].parts.size(), 2u);
        QCOMPARE(kernels[1].parts[1].key, QStringLiteral("fused"));
        QCOMPARE(kernels[1].parts[1].value, 25.0);
        const std::vector<BarRow> gaps = gapCauseRows(sampleSession().variants);
        QCOMPARE(sumOf(gaps[0]), 1319.0);
        QCOMPARE(gaps[0].parts[0].key, QStringLiteral("host wait"));
        QVERIFY(gaps[0].total.endsWith(QStringLiteral("173 gaps")));
    }

    void coldAndWarmTakeALogAxisWhenTheyMust()
    {
        ColdWarmChart chart;
        chart.setVariants(sampleSession().variants);
        QCOMPARE(chart.yAxis->scaleType(), QCPAxis::stLogarithmic);
        Session close = sampleSession();
        for (SessionVariant& variant : close.variants) {
            if (variant.status != VariantStatus::Ok)
                continue;
            variant.uncached->totalMs = 3;
            variant.cached->totalMs = 2;
        }
        chart.setVariants(close.variants);
        QCOMPARE(chart.yAxis->scaleType(), QCPAxis::stLinear);
        chart.setVariants({});
        QVERIFY(chart.isEmpty());
    }

    void breakEvenMarksTheCrossing()
    {
        BreakEvenChart chart;
        chart.setSession(sampleSession(), QStringLiteral("eager"));
        QVERIFY(!chart.isEmpty());
        QCOMPARE(chart.graphCount(), 2);
        QVERIFY(chart.xAxis->range().upper > 13510.4);
        // Both lines meet where the session says.
        const auto at = [&chart](int graph, double calls) {
            const auto& data = *chart.graph(graph)->data();
            const double first = data.at(0)->value;
            return first + (data.at(1)->value - first) * calls / data.at(1)->key;
        };
        QVERIFY(std::abs(at(0, 13510.4) - at(1, 13510.4)) < 1);
        Session never = sampleSession();
        never.comparisons[0].breakEvenCalls.reset();
        chart.setSession(never, QStringLiteral("eager"));
        QCOMPARE(chart.xAxis->range().upper, 1000.0);
    }

    void clickNamesRowAndKey()
    {
        StackedBarsChart chart(QStringLiteral("k"), QStringLiteral("Kernels"), kernelFamilyColour);
        chart.resize(600, 240);
        chart.setRows(kernelFamilyRows(sampleSession().variants));
        chart.show();
        chart.replot();
        QSignalSpy clicked(&chart, &Chart::valueClicked);
        const QPoint place(int(chart.xAxis->coordToPixel(60)), int(chart.yAxis->coordToPixel(0)));
        QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, place);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][0].toString(), QStringLiteral("eager"));
        QCOMPARE(clicked[0][1].toString(), QStringLiteral("elementwise"));
    }

    void waterfallSumsToTheCandidate()
    {
        Waterfall waterfall;
        waterfall.baseline = 9600000;
        waterfall.candidate = 2840000;
        waterfall.steps = {{"kernel_time", "less kernel time", -760000},
                           {"host", "fewer host waits", -6000000}};
        WaterfallChart chart;
        chart.setWaterfall(waterfall, QStringLiteral("eager"), QStringLiteral("aot"));
        QVERIFY(!chart.isEmpty());
        // baseline, two steps, candidate: four boxes and their labels, plus the empty text
        QCOMPARE(chart.itemCount(), 9);
    }

    void warmUpIsShaded()
    {
        IterationChart chart;
        chart.setSeries({{QStringLiteral("eager"), QStringLiteral("eager"), {900, 20, 10, 10, 11}, 2}});
        QVERIFY(!chart.isEmpty());
        QCOMPARE(chart.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(chart.graph(0)->data()->size(), 5);
    }

    void histogramPartitionsTheGaps()
    {
        std::vector<Gap> gaps;
        for (const Nanoseconds length : {1001, 2999, 3000, 9999, 10000, 55000}) {
            Gap gap;
            gap.end = length;
            gap.cause = length > 9000 ? GapCause::HostWait : GapCause::KernelWait;
            gaps.push_back(gap);
        }
        const std::vector<GapBin> bins = gapHistogram(gaps);
        QCOMPARE(bins.size(), 4u);
        QCOMPARE(bins[0].count, 2);
        QCOMPARE(bins[1].count, 2);
        QCOMPARE(bins[2].count, 1);
        QCOMPARE(bins[3].from, Nanoseconds(30000));
        QCOMPARE(bins[3].count, 1);
        QCOMPARE(sumOf(gapHistogramRows(bins)[1]), 2.0);
        QVERIFY(gapHistogram({}).empty());
    }

    void sameFigureGivesTheSameBytes_data()
    {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"png", "svg", "pdf"})
            QTest::newRow(ending) << QString::fromLatin1(ending);
    }
    void sameFigureGivesTheSameBytes()
    {
        QFETCH(QString, ending);
        const QTemporaryDir folder;
        const PictureOptions options{QSize(), 2, QStringLiteral("eager, aot · NVIDIA H200 · torch 2.11.0"),
                                     false};
        QByteArray before;
        for (int i = 0; i < 2; ++i) {
            StackedBarsChart chart(QStringLiteral("k"), QStringLiteral("Kernels"), kernelFamilyColour);
            chart.setRows(kernelFamilyRows(sampleSession().variants));
            const QString file = folder.filePath(QStringLiteral("%1.%2").arg(i).arg(ending));
            QVERIFY(savePicture(chart, file, options).has_value());
            QFile written(file);
            QVERIFY(written.open(QIODevice::ReadOnly));
            const QByteArray bytes = written.readAll();
            QVERIFY(bytes.size() > 500);
            if (i == 0)
                QTest::qWait(1100); // a time stamp in seconds would differ
            else
                QCOMPARE(bytes, before);
            before = bytes;
        }
    }

    void chartsAreVectorsInSvg()
    {
        StackedBarsChart chart(QStringLiteral("k"), QStringLiteral("Kernels a forward"), kernelFamilyColour);
        chart.setRows(kernelFamilyRows(sampleSession().variants));
        const QByteArray svg = pictureBytes(chart, PictureFormat::Svg,
                                            {QSize(500, 300), 1, QStringLiteral("caption & line"), false});
        QVERIFY(svg.contains("Kernels a forward"));
        QVERIFY(svg.contains("caption &amp; line"));
        QVERIFY(svg.contains("elementwise"));
        QVERIFY(!svg.contains("<image"));
    }

    void namesComeThroughByteForByte()
    {
        const QString name =
            QString::fromUtf8("kernel<a, b> & \"c\" مرحبا 🚀 ") + QString(5160, QLatin1Char('x'));
        NameFigure figure(name);
        QElapsedTimer timer;
        timer.start();
        const QByteArray svg = pictureBytes(figure, PictureFormat::Svg, {});
        QVERIFY2(timer.elapsed() < 1000, "an export of one name takes no second");
        // Text that runs the other way, and glyphs of another font, are runs of their own in the file.
        for (const char* part : {"kernel&lt;a, b&gt; &amp; &quot;c&quot;", "مرحبا", "🚀"})
            QVERIFY2(svg.contains(part), part);
        QVERIFY(svg.count('x') >= 5160);
    }

    void pngScales()
    {
        NameFigure figure(QStringLiteral("x"));
        QCOMPARE(pictureImage(figure, {QSize(200, 100), 3, QString(), false}).size(), QSize(600, 300));
        QCOMPARE(pictureImage(figure, {QSize(), 1, QStringLiteral("caption"), false}).size(),
                 QSize(300, 106));
    }

    void refusals()
    {
        NameFigure figure(QStringLiteral("x"));
        const Result<void> ending = savePicture(figure, QStringLiteral("/tmp/picture.gif"), {});
        QVERIFY(!ending);
        QCOMPARE(ending.error().code, ErrorCode::Usage);
        const Result<void> folder = savePicture(figure, QStringLiteral("/no/such/folder/picture.png"), {});
        QVERIFY(!folder);
        QCOMPARE(folder.error().code, ErrorCode::Unwritable);
        QVERIFY(QString::fromStdString(folder.error().message)
                    .contains(QStringLiteral("/no/such/folder/picture.png")));
    }
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
