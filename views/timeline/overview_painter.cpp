// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/overview_painter.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{

void OverviewPainter::find(const PaintContext& context, int width)
{
    const TimelineIndex& index = *context.scene.index;
    const Trace& trace = index.trace();
    m_host.assign(static_cast<std::size_t>(width), Pixel());
    m_device.assign(static_cast<std::size_t>(width), Pixel());
    const TimeScale scale(context.scene.overview, width);
    // Envelopes would paint everything in one colour.
    const auto isEnvelope = [](Tone tone) {
        const ColorFamily family = familyOfTone(tone);
        return family == ColorFamily::Annotation || family == ColorFamily::Region ||
               family == ColorFamily::Other;
    };
    constexpr std::uint16_t kMostLanesShown = 4;
    for (std::uint32_t i = 0; i < trace.tracks.size(); ++i) {
        const bool isDevice = trace.tracks[i].kind == TrackKind::Stream;
        std::vector<Pixel>& pixels = isDevice ? m_device : m_host;
        const auto put = [&](int at, float coverage, float longest, Tone tone) {
            if (isEnvelope(tone))
                return;
            Pixel& pixel = pixels[static_cast<std::size_t>(at)];
            pixel.coverage = std::max(pixel.coverage, coverage);
            if (longest > pixel.longest) {
                pixel.longest = longest;
                pixel.tone = tone;
            }
        };
        for (std::uint16_t lane = 0; lane < std::min(index.laneCount(TrackId(i)), kMostLanesShown); ++lane) {
            findVisibleBoxes(trace, index.lane(TrackId(i), lane), index.tones(), scale, m_found);
            for (int pixel = 0; m_found.hasStrip && pixel < width; ++pixel) {
                const StripPixel& part = m_found.strip[static_cast<std::size_t>(pixel)];
                if (part.longest >= 0)
                    put(pixel, std::max(part.coverage, kLeastCoverage), part.longest, part.tone);
            }
            for (const TimelineBox& box : m_found.boxes) {
                const int last = std::min(width - 1, static_cast<int>(box.left + box.width));
                const auto duration = static_cast<float>(trace.events.duration[box.event]);
                for (int pixel = std::max(0, static_cast<int>(box.left)); pixel <= last; ++pixel)
                    put(pixel, 1, duration, box.tone);
            }
        }
    }
}

void OverviewPainter::paintLines(QPainter& painter, const QRectF& area, const ToneColors& tones) const
{
    const double half = (area.height() - 6) / 2;
    const auto paintLine = [&](const std::vector<Pixel>& pixels, double top, double height) {
        for (std::size_t i = 0; i < pixels.size();) {
            std::size_t end = i + 1;
            while (end < pixels.size() && pixels[end].tone == pixels[i].tone &&
                   pixels[end].coverage == pixels[i].coverage)
                ++end;
            if (pixels[i].longest >= 0) {
                const QColor color = QColor::fromRgb(tones.fill[pixels[i].tone]);
                painter.fillRect(QRectF(area.left() + double(i), top, double(end - i), height),
                                 withAlpha(color, std::clamp(double(pixels[i].coverage), 0.3, 1.0)));
            }
            i = end;
        }
    };
    const bool hasDevice =
        std::any_of(m_device.begin(), m_device.end(), [](const Pixel& p) { return p.longest >= 0; });
    paintLine(m_host, area.top() + 3, hasDevice ? half - 1 : half * 2);
    paintLine(m_device, area.top() + 3 + half, half);
}

void OverviewPainter::paint(const PaintContext& context)
{
    const QRectF& area = context.zones.overview;
    if (area.height() <= 0)
        return;
    QPainter& painter = context.painter;
    const Theme& theme = context.theme;
    const int width = std::max(static_cast<int>(area.width()), 1);
    const bool isNew = m_index != context.scene.index.get() || m_limits != context.scene.overview ||
                       m_host.size() != static_cast<std::size_t>(width);
    if (isNew) {
        m_index = context.scene.index.get();
        m_limits = context.scene.overview;
        find(context, width);
    }
    if (context.isRaster) {
        // Up to a few thousand rectangles that are the same in every frame.
        const QSize size = (QSizeF(width, area.height()) * context.resolution).toSize();
        if (isNew || m_theme != &theme || m_picture.size() != size) {
            m_theme = &theme;
            m_picture = QImage(size, QImage::Format_ARGB32_Premultiplied);
            m_picture.setDevicePixelRatio(context.resolution);
            m_picture.fill(theme.page);
            QPainter once(&m_picture);
            paintLines(once, QRectF(0, 0, width, area.height()), context.tones);
        }
        painter.fillRect(area, theme.page); // also the last part of a pixel
        painter.drawImage(area.topLeft(), m_picture);
    } else {
        painter.fillRect(area, theme.page);
        paintLines(painter, area, context.tones);
    }
    paintWindow(context);
}

void OverviewPainter::paintWindow(const PaintContext& context)
{
    const QRectF& area = context.zones.overview;
    QPainter& painter = context.painter;
    const Theme& theme = context.theme;
    const TimeScale scale(context.scene.overview, area.width());
    double left = area.left() + std::clamp(scale.pixelOf(context.scene.window.begin), 0.0, area.width());
    double right = area.left() + std::clamp(scale.pixelOf(context.scene.window.end), 0.0, area.width());
    if (right - left < 3) {
        left = std::min(left, area.right() - 3);
        right = left + 3;
    }
    const QColor shade = withAlpha(theme.bar, theme.isDark ? 0.72 : 0.78);
    painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), shade);
    painter.fillRect(QRectF(right, area.top(), area.right() - right, area.height()), shade);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1));
    painter.drawRect(
        QRectF(left + 0.5, area.top() + 0.5, std::max(right - left - 1, 1.0), area.height() - 2));
    painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), theme.border);
}

} // namespace twintrace
