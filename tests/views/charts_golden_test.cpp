// SPDX-License-Identifier: GPL-3.0-or-later
// Every chart against its kept picture: PNG by pixels with a tolerance, SVG by its words. Update with
// TWINTRACE_UPDATE_GOLDEN=1 and look at what became of the pictures.
#include "sample_session.h"
#include "tests/views/picture_difference.h"

#include "views/charts/break_even_chart.h"
#include "views/charts/cold_warm_chart.h"
#include "views/charts/compile_timeline_chart.h"
#include "views/charts/iteration_chart.h"
#include "views/charts/phase_rows.h"
#include "views/charts/session_rows.h"
#include "views/charts/sweep_chart.h"
#include "views/charts/trace_rows.h"
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

/// Four kernels of four families; the longest name does not fit.
std::vector<KernelRow> sampleKernels()
{
    const auto row = [](const char* name, KernelFamily family, std::int64_t count, Nanoseconds total) {
        KernelRow made;
        made.shortName = name;
        made.family = family;
        made.count = count;
        made.total = total;
        return made;
    };
    return {row("sm90_fp8e4m3_gemm_64x8_tn", KernelFamily::Gemm, 48, 1'910'000),
            row("flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>", KernelFamily::Attention, 12,
                730'000),
            row("triton_poi_fused_add_gelu_3", KernelFamily::TritonPointwise, 24, 244'000),
            row("Memcpy HtoD", KernelFamily::Memcpy, 2, 3'100)};
}

std::vector<GapBin> sampleGaps()
{
    const auto bin = [](Nanoseconds from, Nanoseconds to, std::int64_t waits, std::int64_t syncs) {
        GapBin made;
        made.from = from;
        made.to = to;
        made.count = waits + syncs;
        made.byCause[std::size_t(GapCause::HostWait)] = waits;
        made.byCause[std::size_t(GapCause::Sync)] = syncs;
        return made;
    };
    return {bin(1'000, 3'000, 41, 0), bin(3'000, 10'000, 118, 3), bin(10'000, 30'000, 0, 0),
            bin(30'000, 100'000, 6, 1)};
}

std::unique_ptr<Chart> makeCompileTimeline()
{
    auto chart = std::make_unique<CompileTimelineChart>();
    const auto step = [](const char* name, const char* part, double beginMs, double durationMs) {
        return CompileStep{QString::fromLatin1(name), QString::fromLatin1(part), QStringLiteral("0/0"),
                           beginMs * 1e3, durationMs * 1e3};
    };
    chart->setSteps(
        {step("_compile.compile_inner", "dynamo", 0, 4100), step("backend_compile", "inductor", 700, 3300),
         step("compile_fx_inner", "inductor", 1300, 2600), step("async_compile.wait", "triton", 2400, 1400)});
    return chart;
}

std::unique_ptr<Chart> makeChart(const QString& name)
{
    if (name == QLatin1String("top-kernels"))
        return makeBars("top-kernels", kernelFamilyColour, topKernelRows(sampleKernels()));
    if (name == QLatin1String("gap-lengths"))
        return makeBars("gap-lengths", gapCauseColour, gapHistogramRows(sampleGaps()));
    if (name == QLatin1String("compile-timeline"))
        return makeCompileTimeline();
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
                                 "waterfall", "sweep", "top-kernels", "gap-lengths", "compile-timeline"}) {
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
