// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/figure_exporter.h"

#include "views/export/figure.h"
#include "views/style/fonts.h"
#include "views/style/theme.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr double kCaptionHeight = 26;
constexpr double kPointsPerPixel = 0.75; // 96 pixels an inch, the CSS pixel
constexpr int kMaxScale = 3;
constexpr int kLargestSide = 20000; // a QImage of 3× stays below 15 GB; more is a slip of the keyboard

QSize sizeOf(const Figure& figure, const PictureOptions& options)
{
    QSize size = options.size;
    if (size.isEmpty()) {
        size = figure.figureSize();
        if (!options.caption.isEmpty())
            size.rheight() += int(kCaptionHeight);
    }
    return size.boundedTo(QSize(kLargestSide, kLargestSide));
}

void paintPicture(QPainter& painter, Figure& figure, QSize size, const PictureOptions& options)
{
    const Theme& theme = options.isDark ? darkTheme() : printTheme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(QRectF(QPointF(), QSizeF(size)), theme.page);
    QRectF area(0, 0, size.width(), size.height());
    if (!options.caption.isEmpty())
        area.setHeight(std::max(1.0, area.height() - kCaptionHeight));
    painter.save();
    figure.paintFigure(painter, area, theme);
    painter.restore();
    if (options.caption.isEmpty())
        return;
    const QRectF line(12, area.bottom(), size.width() - 24, kCaptionHeight);
    painter.setFont(uiFont(11));
    painter.setPen(theme.muted);
    const QString text = painter.fontMetrics().elidedText(options.caption, Qt::ElideRight, int(line.width()));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

QByteArray pngBytes(Figure& figure, const PictureOptions& options)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pictureImage(figure, options).save(&buffer, "PNG");
    return bytes;
}

QByteArray svgBytes(Figure& figure, const PictureOptions& options)
{
    const QSize size = sizeOf(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(figure.figureName());
    generator.setDescription(options.caption);
    QPainter painter(&generator);
    paintPicture(painter, figure, size, options);
    painter.end();
    // Viewers shape the text again: "64x8" must not become "64×8" there either (see views/style/fonts.cpp).
    const qsizetype root = bytes.indexOf("<svg ");
    if (root >= 0)
        bytes.insert(root + 5, R"(style="font-variant-ligatures: no-contextual" )");
    return bytes;
}

// Overwrites what stands between `before` and `after` with zeros of the same length, so that offsets stay
// true.
void blankOut(QByteArray& bytes, const QByteArray& before, const QByteArray& after)
{
    for (qsizetype at = bytes.indexOf(before); at >= 0; at = bytes.indexOf(before, at + 1)) {
        const qsizetype first = at + before.size();
        const qsizetype last = bytes.indexOf(after, first);
        if (last < 0)
            return;
        for (qsizetype i = first; i < last; ++i) {
            if (bytes[i] >= '0' && bytes[i] <= '9')
                bytes[i] = '0';
        }
    }
}

QByteArray pdfBytes(Figure& figure, const PictureOptions& options)
{
    const QSize size = sizeOf(figure, options);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        writer.setTitle(figure.figureName());
        writer.setCreator(QStringLiteral("Twintrace"));
        writer.setPageSize(
            QPageSize(QSizeF(size) * kPointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        QPainter painter(&writer);
        paintPicture(painter, figure, size, options);
    }
    // Qt stamps the time of writing into the file; the same input must give the same bytes.
    blankOut(bytes, "/CreationDate (D:", ")");
    blankOut(bytes, "<xmp:CreateDate>", "<");
    blankOut(bytes, "<xmp:ModifyDate>", "<");
    blankOut(bytes, "<xmp:MetadataDate>", "<");
    return bytes;
}

} // namespace

Result<PictureFormat> pictureFormatOf(const QString& file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == QLatin1String("png"))
        return PictureFormat::Png;
    if (ending == QLatin1String("svg"))
        return PictureFormat::Svg;
    if (ending == QLatin1String("pdf"))
        return PictureFormat::Pdf;
    return fail(ErrorCode::Usage, "'" + file.toStdString() +
                                      "' does not say which kind of picture to write: end its name "
                                      "in .png, .svg or .pdf.");
}

QImage pictureImage(Figure& figure, const PictureOptions& options)
{
    const QSize size = sizeOf(figure, options);
    const int scale = std::clamp(options.scale, 1, kMaxScale);
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintPicture(painter, figure, size, options);
    return image;
}

QByteArray pictureBytes(Figure& figure, PictureFormat format, const PictureOptions& options)
{
    switch (format) {
    case PictureFormat::Svg:
        return svgBytes(figure, options);
    case PictureFormat::Pdf:
        return pdfBytes(figure, options);
    case PictureFormat::Png:
        break;
    }
    return pngBytes(figure, options);
}

Result<void> savePicture(Figure& figure, const QString& file, const PictureOptions& options)
{
    const Result<PictureFormat> format = pictureFormatOf(file);
    if (!format)
        return tl::unexpected<Error>(format.error());
    const QByteArray bytes = pictureBytes(figure, *format, options);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return fail(ErrorCode::Unwritable, "The picture cannot be written to '" + file.toStdString() + "': " +
                                               out.errorString().toStdString() + "; choose another folder.");
    return {};
}

void copyPicture(Figure& figure, const PictureOptions& options)
{
    auto* mime = new QMimeData;
    mime->setImageData(pictureImage(figure, options));
    mime->setData(QStringLiteral("image/svg+xml"), svgBytes(figure, options));
    QGuiApplication::clipboard()->setMimeData(mime);
}

} // namespace twintrace
