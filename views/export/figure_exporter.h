// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

namespace twintrace
{

class Figure;
struct Theme;

enum class PictureFormat { Png, Svg, Pdf };

/// How a picture is made.
struct PictureOptions {
    QSize size;          ///< in pixels at 1×, caption included; an empty one means the figure's own
    int scale = 1;       ///< 1–3: pixels of the PNG for one pixel of the figure
    QString caption;     ///< runs, device, torch version; "" = no caption line
    bool isDark = false; ///< else the print theme
};

/// The format that a file name asks for by its ending; usage error for an ending we do not write.
[[nodiscard]] Result<PictureFormat> pictureFormatOf(const QString& file);

/// The picture as an image, for PNG and the clipboard.
[[nodiscard]] QImage pictureImage(Figure& figure, const PictureOptions& options);

/// The picture's file content. The same figure and options give the same bytes: no dates, no random ids.
[[nodiscard]] QByteArray pictureBytes(Figure& figure, PictureFormat format, const PictureOptions& options);

/// Writes the picture; the format follows the file's ending. An existing file is replaced only when all went
/// well.
[[nodiscard]] Result<void> savePicture(Figure& figure, const QString& file, const PictureOptions& options);

/// Puts the picture on the clipboard, as an image and as SVG.
void copyPicture(Figure& figure, const PictureOptions& options);

} // namespace twintrace
