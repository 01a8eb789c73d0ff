// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/lane_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace twintrace
{
namespace
{

constexpr double kLabelPixels = 24; // narrower boxes would show two letters and dots

/// How strong a pixel is, for a busy share in 1/255. The root keeps short kernels in an idle stream visible,
/// and busy still looks busier.
const std::array<std::uint8_t, 256>& coverageSteps()
{
    static const std::array<std::uint8_t, 256> steps = [] {
        std::array<std::uint8_t, 256> table{};
        for (std::size_t i = 0; i < table.size(); ++i) {
            const float share =
                std::clamp(std::max(std::sqrt(float(i) / 255.0F), kLeastCoverage), 0.0F, 1.0F);
            const auto step = static_cast<std::size_t>(share * (ToneColors::kCoverageSteps - 1) + 0.5F);
            table[i] = static_cast<std::uint8_t>(std::min(step, ToneColors::kCoverageSteps - 1));
        }
        return table;
    }();
    return steps;
}

std::size_t coverageStep(float coverage)
{
    return coverageSteps()[static_cast<std::size_t>(std::clamp(coverage, 0.0F, 1.0F) * 255.0F)];
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
        paintPixels(context, QRectF(band.left(), band.top() + 1, width / context.resolution, height), colors);
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

void LanePainter::paintPixels(const PaintContext& context, const QRectF& area,
                              const ToneColors::Strips& colors)
{
    const auto width = static_cast<int>(m_found.strip.size());
    // Qt blends a picture that it need not stretch several times faster than one line stretched over the
    // lane.
    const bool isUnscaled =
        context.resolution == 1 && context.painter.deviceTransform().type() <= QTransform::TxTranslate;
    const int rows = isUnscaled ? std::max(static_cast<int>(std::lround(area.height())), 1) : 1;
    if (m_block.width() != width || m_block.height() < rows)
        m_block = QImage(width, std::max(rows, m_block.height()), QImage::Format_ARGB32_Premultiplied);
    auto* pixels = reinterpret_cast<QRgb*>(m_block.scanLine(0));
    for (int i = 0; i < width; ++i) {
        const StripPixel& pixel = m_found.strip[static_cast<std::size_t>(i)];
        pixels[i] = pixel.longest < 0 ? 0 : colors[pixel.tone][coverageStep(pixel.coverage)];
    }
    for (int row = 1; row < rows; ++row)
        std::copy_n(pixels, width, reinterpret_cast<QRgb*>(m_block.scanLine(row)));
    if (isUnscaled)
        context.painter.drawImage(area.topLeft(), m_block, QRectF(0, 0, width, rows));
    else
        context.painter.drawImage(area, m_block, QRectF(0, 0, width, 1));
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
