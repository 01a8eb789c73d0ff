// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/event_tones.h"
#include "views/style/palette.h"

#include <QRgb>

#include <array>

namespace twintrace
{

/// Tones of the timeline: family times kShadeCount plus shade, so that they fit a byte.
[[nodiscard]] Tone timelineTone(EventKind kind, std::string_view name);
[[nodiscard]] constexpr ColorFamily familyOfTone(Tone tone)
{
    return static_cast<ColorFamily>(tone / kShadeCount);
}
inline constexpr std::size_t kToneCount = std::size_t(kColorFamilyCount) * kShadeCount;

/// The colours of all tones in one theme, ready for pixels.
struct ToneColors {
    explicit ToneColors(const Theme& theme);

    static constexpr std::size_t kCoverageSteps = 16;
    std::array<QRgb, kToneCount> fill{};
    std::array<QRgb, kToneCount> dimmed{}; ///< where a search highlights other events
    std::array<QRgb, kToneCount> text{};   ///< legible on fill
    /// Premultiplied, by the covered share of the pixel.
    using Strips = std::array<std::array<QRgb, kCoverageSteps>, kToneCount>;
    Strips strip{};
    Strips dimmedStrip{};
};

[[nodiscard]] const ToneColors& toneColors(const Theme& theme);

} // namespace twintrace
