// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/load_trace.h"
#include "tests/views/picture_difference.h"
#include "tests/views/timeline_sample.h"
#include "views/style/palette.h"
#include "views/timeline/event_tone_rule.h"
#include "views/timeline/timeline_picture.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTest>

#include <array>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr QSize kSize(720, 300);

QImage imageOf(const TracePtr& trace, const TimelinePictureOptions& options, double scale = 1)
{
    QImage image(kSize * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintTimelinePicture(painter, kSize, trace, options);
    return image;
}

QByteArray svgOf(const TracePtr& trace, const TimelinePictureOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(kSize);
    generator.setViewBox(QRect(QPoint(0, 0), kSize));
    QPainter painter(&generator);
    paintTimelinePicture(painter, kSize, trace, options);
    painter.end();
    return bytes;
}

/// What a person with a colour deficiency sees: Machado, Oliveira and Fernandes 2009, severity 1, on linear
/// RGB.
QColor seenWith(const QColor& color, const std::array<double, 9>& matrix)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const auto coded = [](double c) {
        return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    };
    const double r = linear(color.redF());
    const double g = linear(color.greenF());
    const double b = linear(color.blueF());
    const auto channel = [&](std::size_t row) {
        const double value = matrix[row] * r + matrix[row + 1] * g + matrix[row + 2] * b;
        return static_cast<float>(coded(std::clamp(value, 0.0, 1.0)));
    };
    return QColor::fromRgbF(channel(0), channel(3), channel(6));
}

/// Distance in CIE L*a*b* (1976); about 2 is what an eye can just tell apart.
double labDistance(const QColor& one, const QColor& other)
{
    const auto lab = [](const QColor& color) {
        const auto linear = [](double c) {
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        const double r = linear(color.redF());
        const double g = linear(color.greenF());
        const double b = linear(color.blueF());
        const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
        const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
        const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
        const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
        return std::array<double, 3>{116 * y - 16, 500 * (x - y), 200 * (y - z)};
    };
    const auto a = lab(one);
    const auto b = lab(other);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

class TimelineGoldenTest : public QObject
{
    Q_OBJECT

  private Q_SLOTS:
    void pictures_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("theme");
        QTest::addColumn<bool>("isClose");
        QTest::newRow("light") << QStringLiteral("light") << 0 << false;
        QTest::newRow("dark") << QStringLiteral("dark") << 1 << false;
        QTest::newRow("print, close up") << QStringLiteral("print-close") << 2 << true;
    }
    void pictures()
    {
        QFETCH(QString, file);
        QFETCH(int, theme);
        QFETCH(bool, isClose);
        TimelinePictureOptions options;
        options.theme = theme == 0 ? &lightTheme() : theme == 1 ? &darkTheme() : &printTheme();
        options.title = QStringLiteral("sample");
        options.caption = QStringLiteral("sample · no device · no torch");
        if (isClose)
            options.window = TimeWindow{0, 100'000};
        const QImage image = imageOf(makeTimelineSample(), options);
        const QString path =
            QStringLiteral(TWINTRACE_GOLDEN_DIR "/timeline/") + file + QStringLiteral(".png");
        if (qEnvironmentVariableIsSet("TWINTRACE_UPDATE_GOLDEN")) {
            QDir().mkpath(QStringLiteral(TWINTRACE_GOLDEN_DIR "/timeline"));
            QVERIFY(image.save(path));
        }
        const QImage golden(path);
        QVERIFY2(!golden.isNull(),
                 qPrintable(path + QStringLiteral(" is missing: run with TWINTRACE_UPDATE_GOLDEN=1")));
        QCOMPARE(golden.size(), image.size());
        const double share = pictureDifference(image, golden);
        QVERIFY2(share < 0.03, qPrintable(QStringLiteral("%1 % of the pixels differ").arg(share * 100)));
    }

    void sameInputGivesTheSameBytes()
    {
        const TracePtr trace = makeTimelineSample();
        QCOMPARE(svgOf(trace, {}), svgOf(makeTimelineSample(), {}));
        QCOMPARE(imageOf(trace, {}), imageOf(makeTimelineSample(), {}));
    }

    void svgHoldsNamesAsText()
    {
        TimelinePictureOptions options;
        options.window = TimeWindow{0, 70'000};
        const QByteArray svg = svgOf(makeTimelineSample(), options);
        QVERIFY(svg.contains("aten::mm"));
        QVERIFY(svg.contains("worker&lt;int&gt; &amp; co"));
        QVERIFY(svg.contains("GPU 0"));
        QVERIFY(!svg.contains("<image"));
    }

    void pdfIsWritten()
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        QPainter painter(&writer);
        paintTimelinePicture(painter, kSize, makeTimelineSample(), {});
        painter.end();
        QVERIFY(bytes.startsWith("%PDF"));
        QVERIFY(bytes.size() > 3000);
    }

    void doubledPixelsShowTheSamePicture()
    {
        const TracePtr trace = makeTimelineSample();
        const QImage doubled = imageOf(trace, {}, 2);
        QCOMPARE(doubled.size(), kSize * 2);
        QImage shrunk = doubled.scaled(kSize, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        QVERIFY(pictureDifference(imageOf(trace, {}),
                                  shrunk.convertToFormat(QImage::Format_ARGB32_Premultiplied)) < 0.06);
    }

    void emptyTracesAndTwinsArePictures()
    {
        QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        paintTimelinePicture(painter, kSize, std::make_shared<Trace>(), {});
        paintTimelinePicture(painter, kSize, nullptr, {});
        paintTwinPicture(painter, kSize, makeTimelineSample(3), makeTimelineSample(), {});
        paintTwinPicture(painter, QSizeF(1, 1), makeTimelineSample(3), makeTimelineSample(), {});
    }

    void familiesDifferForEveryEye()
    {
        const std::array<std::array<double, 9>, 4> eyes = {{
            {1, 0, 0, 0, 1, 0, 0, 0, 1},
            {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
            {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
            {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
        }};
        // The kinds of device work: what lies side by side on a stream and in the bars of the charts.
        const std::array<ColorFamily, 7> work = {
            ColorFamily::Gemm,   ColorFamily::Attention, ColorFamily::Elementwise, ColorFamily::Reduction,
            ColorFamily::Triton, ColorFamily::Copy,      ColorFamily::Convolution};
        for (const Theme* theme : {&lightTheme(), &darkTheme(), &printTheme()}) {
            for (const auto& eye : eyes) {
                for (std::size_t i = 0; i < work.size(); ++i) {
                    for (std::size_t j = i + 1; j < work.size(); ++j) {
                        const double distance = labDistance(seenWith(familyColor(work[i], *theme), eye),
                                                            seenWith(familyColor(work[j], *theme), eye));
                        QVERIFY2(
                            distance > 12,
                            qPrintable(QStringLiteral("families %1 and %2: %3").arg(i).arg(j).arg(distance)));
                    }
                }
            }
        }
    }

    void textIsLegibleOnEveryBox()
    {
        for (const Theme* theme : {&lightTheme(), &darkTheme(), &printTheme()}) {
            for (std::size_t tone = 0; tone < kToneCount; ++tone) {
                const ToneColors& colors = toneColors(*theme);
                QVERIFY(contrastRatio(QColor(colors.fill[tone]), QColor(colors.text[tone])) >= 4.5);
            }
        }
    }

    void digitsDoNotChangeTheColour()
    {
        QCOMPARE(timelineTone(EventKind::Kernel, "triton_poi_fused_add_0"),
                 timelineTone(EventKind::Kernel, "triton_poi_fused_add_17"));
        QCOMPARE(familyOfTone(timelineTone(EventKind::Kernel, "triton_poi_fused_add_0")),
                 ColorFamily::Triton);
        QCOMPARE(familyOfTone(timelineTone(EventKind::Memcpy, "Memcpy HtoD")), ColorFamily::Copy);
        QCOMPARE(familyOfTone(timelineTone(EventKind::RuntimeCall, "cudaDeviceSynchronize")),
                 ColorFamily::Synchronization);
    }
};

} // namespace twintrace

QTEST_MAIN(twintrace::TimelineGoldenTest)
#include "timeline_golden_test.moc"
