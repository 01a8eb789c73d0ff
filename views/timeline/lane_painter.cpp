// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_painter.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr double kLabelPixels = 24; // narrower boxes would show two letters and dots

std::size_t coverageStep(float coverage)
{
    // The root keeps short kernels in an idle stream visible, and busy still looks busier.
    const float share = std::clamp(std::max(std::sqrt(coverage), kLeastCoverage), 0.0F, 1.0F);
    const auto step = static_cast<std::size_t>(share * (ToneColors::kCoverageSteps - 1) + 0.5F);
    return std::min(step, ToneColors::kCoverageSteps - 1);
}

} // namespace

void LanePainter::paint(const PaintContext& context, const TimelineIndex& index, const EventLane& lane,
                        const QRectF& band, bool isDimmed)
{
    if (lane.size() == 0)
        return;
    const TimeScale devicePixels(context.scene.window, std::round(band.width() * context.resolution));
    findVisibleBoxes(index.trace(), lane, index.tones(), devicePixels, m_found);
    if (m_found.hasStrip)
        paintStrip(context, band, isDimmed);
    paintBoxes(context, index.trace(), band, isDimmed);
}

void LanePainter::paintStrip(const PaintContext& context, const QRectF& band, bool isDimmed)
{
    const auto& colors = isDimmed ? context.tones.dimmedStrip : context.tones.strip;
    const auto width = static_cast<int>(m_found.strip.size());
    const double height = band.height() - 2;
    if (context.isRaster) {
        if (m_line.width() != width)
            m_line = QImage(width, 1, QImage::Format_ARGB32_Premultiplied);
        auto* pixels = reinterpret_cast<QRgb*>(m_line.scanLine(0));
        for (int i = 0; i < width; ++i) {
            const StripPixel& pixel = m_found.strip[static_cast<std::size_t>(i)];
            pixels[i] = pixel.longest < 0 ? 0 : colors[pixel.tone][coverageStep(pixel.coverage)];
        }
        context.painter.drawImage(QRectF(band.left(), band.top() + 1, width / context.resolution, height),
                                  m_line, QRectF(0, 0, width, 1));
        return;
    }
    // In files of strokes, runs of equal pixels become one rectangle.
    for (int i = 0; i < width;) {
        const StripPixel& pixel = m_found.strip[static_cast<std::size_t>(i)];
        if (pixel.longest < 0) {
            ++i;
            continue;
        }
        const QRgb color = colors[pixel.tone][coverageStep(pixel.coverage)];
        int end = i + 1;
        for (; end < width; ++end) {
            const StripPixel& other = m_found.strip[static_cast<std::size_t>(end)];
            if (other.longest < 0 || colors[other.tone][coverageStep(other.coverage)] != color)
                break;
        }
        context.painter.fillRect(QRectF(band.left() + i / context.resolution, band.top() + 1,
                                        (end - i) / context.resolution, height),
                                 QColor::fromRgba(qUnpremultiply(color)));
        i = end;
    }
}

void LanePainter::paintBoxes(const PaintContext& context, const Trace& trace, const QRectF& band,
                             bool isDimmed)
{
    const auto& fills = isDimmed ? context.tones.dimmed : context.tones.fill;
    const QRgb dimmedText = context.theme.muted.rgb();
    const double height = band.height() - 2;
    const double top = band.top() + 1;
    for (const TimelineBox& box : m_found.boxes) {
        double left = box.left;
        double right = left + box.width;
        if (context.isRaster) {
            left = std::round(left);
            right = std::max(std::round(right), left + 1);
        }
        // Neighbours of one colour would melt into one box.
        if (right - left >= 3 && !box.isCutRight)
            right -= 1;
        const QRectF area(band.left() + left / context.resolution, top, (right - left) / context.resolution,
                          height);
        context.painter.fillRect(area, QColor::fromRgb(fills[box.tone]));
        if (area.width() >= kLabelPixels) {
            m_labels.draw(context.painter, area, trace.name(EventId(box.event)),
                          isDimmed ? dimmedText : context.tones.text[box.tone], !context.isRaster);
        }
    }
}

} // namespace twintrace
