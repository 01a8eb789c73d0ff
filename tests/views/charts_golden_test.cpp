// SPDX-License-Identifier: GPL-3.0-or-later
// Every chart against its kept picture: PNG by pixels with a tolerance, SVG by its words. Update with
// TWINTRACE_UPDATE_GOLDEN=1 and look at what became of the pictures.
#include "sample_session.h"
#include "tests/views/picture_difference.h"

#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/phase_rows.h"
#include "views/charts/session_rows.h"
#include "views/charts/sweep_chart.h"
#include "views/charts/waterfall_chart.h"
#include "views/export/figure_exporter.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <functional>
#include <map>
#include <memory>

namespace twintrace
{
namespace
{

constexpr double kTolerance = 0.02; // share of pixels: letters of another font version move by one
const QString kFolder = QStringLiteral(TWINTRACE_GOLDEN_DIR "/charts/");

std::unique_ptr<Chart> makeBars(const char* name, StackedBarsChart::ColourOf colour, std::vector<BarRow> rows)
{
    auto chart = std::make_unique<StackedBarsChart>(QString::fromLatin1(name), QString::fromLatin1(name),
                                                    std::move(colour));
    chart->setSubtitle(QStringLiteral("a forward"));
    chart->setKeyOrder(phaseOrder());
    chart->setRows(std::move(rows));
    return chart;
}

std::unique_ptr<Chart> makeWaterfall()
{
    Waterfall waterfall;
    waterfall.baseline = 9600000;
    waterfall.candidate = 2840000;
    waterfall.steps = {{"kernel_time", "less kernel time", -760000},
                       {"host", "fewer host waits", -6100000},
                       {"copy", "copies", 100000}};
    auto chart = std::make_unique<WaterfallChart>();
    chart->setWaterfall(waterfall, QStringLiteral("eager"), QStringLiteral("aot"));
    return chart;
}

std::unique_ptr<Chart> makeChart(const QString& name)
{
    Session session = sampleSession();
    session.variants[1].uncached->compileMs = 12000;
    session.variants[1].uncached->firstMs = 800;
    session.variants[1].uncached->phasesMs = {
        {"dynamo", 700}, {"inductor", 3000}, {"cpp_compile", 8000}, {"other", 300}};
    if (name == QLatin1String("cold-warm")) {
        auto chart = std::make_unique<ColdWarmChart>();
        chart->setVariants(session.variants);
        return chart;
    }
    if (name == QLatin1String("break-even")) {
        auto chart = std::make_unique<BreakEvenChart>();
        chart->setSession(session, QStringLiteral("eager"));
        return chart;
    }
    if (name == QLatin1String("kernels"))
        return makeBars("kernels", kernelFamilyColour, kernelFamilyRows(session.variants));
    if (name == QLatin1String("gaps"))
        return makeBars("gaps", gapCauseColour, gapCauseRows(session.variants));
    if (name == QLatin1String("first-call"))
        return makeBars("first-call", firstCallColour, firstCallRows(session.variants));
    if (name == QLatin1String("waterfall"))
        return makeWaterfall();
    if (name == QLatin1String("sweep")) {
        auto chart = std::make_unique<SweepChart>();
        chart->setPoints(
            {{1, 100, 40, {}, {}}, {8, 104, 45, {}, {}}, {64, 240, 200, {}, {}}, {512, 1800, 1900, {}, {}}},
            QStringLiteral("torch.compile"));
        return chart;
    }
    auto chart = std::make_unique<IterationChart>();
    chart->setSeries({{QStringLiteral("eager"), QStringLiteral("eager"), {900, 40, 12, 10, 11, 10}, 2},
                      {QStringLiteral("aot"), QStringLiteral("aot"), {700, 9, 4, 4, 4.2, 4}, 2}});
    return chart;
}

/// The words of an SVG in order, one a line: text is text there, whatever the font.
QString wordsOf(const QByteArray& svg)
{
    static const QRegularExpression text(QStringLiteral("<text[^>]*>([^<]*)</text>"));
    QStringList words;
    for (auto found = text.globalMatch(QString::fromUtf8(svg)); found.hasNext();)
        words << found.next().captured(1).trimmed();
    return words.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace

class ChartsGoldenTest : public QObject
{
    Q_OBJECT

  private Q_SLOTS:
    void pictures_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isDark");
        for (const char* name : {"cold-warm", "kernels", "gaps", "break-even", "first-call", "iterations",
                                 "waterfall", "sweep"}) {
            QTest::newRow(name) << QString::fromLatin1(name) << false;
            QTest::addRow("%s, dark", name) << QString::fromLatin1(name) << true;
        }
    }

    void pictures()
    {
        QFETCH(QString, name);
        QFETCH(bool, isDark);
        const std::unique_ptr<Chart> chart = makeChart(name);
        PictureOptions options;
        options.size = QSize(420, 260);
        options.caption = QStringLiteral("mlp · no device · no torch");
        options.isDark = isDark;
        const QImage image = pictureImage(*chart, options);
        const QString words = wordsOf(pictureBytes(*chart, PictureFormat::Svg, options));
        const QString png = kFolder + name + (isDark ? QStringLiteral("-dark.png") : QStringLiteral(".png"));
        const QString text = kFolder + name + QStringLiteral(".txt");
        if (qEnvironmentVariableIsSet("TWINTRACE_UPDATE_GOLDEN")) {
            QDir().mkpath(kFolder);
            QVERIFY(image.save(png));
            QFile out(text);
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(words.toUtf8());
            return;
        }
        const QImage kept(png);
        QVERIFY2(!kept.isNull(), qPrintable(png));
        const double share = pictureDifference(image, kept.convertToFormat(image.format()));
        QVERIFY2(share <= kTolerance, qPrintable(QString::number(share)));
        QFile in(text);
        QVERIFY2(in.open(QIODevice::ReadOnly), qPrintable(text));
        QCOMPARE(words, QString::fromUtf8(in.readAll()));
    }

    void theSameInputGivesTheSameBytes()
    {
        for (const PictureFormat format : {PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf}) {
            const std::unique_ptr<Chart> one = makeChart(QStringLiteral("cold-warm"));
            const std::unique_ptr<Chart> other = makeChart(QStringLiteral("cold-warm"));
            const PictureOptions options{QSize(), 2, QStringLiteral("a caption"), false};
            const QByteArray bytes = pictureBytes(*one, format, options);
            QVERIFY(!bytes.isEmpty());
            QCOMPARE(pictureBytes(*other, format, options), bytes);
            QCOMPARE(pictureBytes(*one, format, options), bytes); // drawing changes nothing
        }
    }
};

} // namespace twintrace

using twintrace::ChartsGoldenTest;
QTEST_MAIN(ChartsGoldenTest)
#include "charts_golden_test.moc"
