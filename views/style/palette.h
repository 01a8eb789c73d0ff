// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/event_kind.h"
#include "views/style/theme.h"

#include <QColor>

#include <cstdint>
#include <string_view>

namespace twintrace
{

/// What a colour stands for. Families differ by hue (Okabe and Ito's colours, chosen so that people with any
/// of the common colour deficiencies tell them apart; tests/views/palette_test measures it); names within a
/// family differ by lightness only. Copies are warm, synchronisation is grey, fused kernels have a hue of
/// their own.
enum class ColorFamily : std::uint8_t {
    Gemm,
    Attention,
    Elementwise,
    Reduction,
    Convolution,
    Softmax = Convolution, ///< one dark green: the analysis counts softmax kernels as reductions
    Triton,                ///< fused by the compiler
    Copy,                  ///< copies and fills
    Collective,            ///< communication between devices
    OtherKernel,
    CpuOp,
    Region, ///< envelopes of compiled code
    Annotation,
    Launch,
    Synchronization,
    Python,
    Overhead,
    Other,
};
inline constexpr int kColorFamilyCount = 17;
inline constexpr int kShadeCount = 8;

/// The family for a kernel family's name as the analysis writes it ("gemm", "triton fused", …).
[[nodiscard]] ColorFamily colorFamilyNamed(std::string_view kernelFamily);
/// The family of an event; kernels are told apart by `kernelFamily` where the caller knows it.
[[nodiscard]] ColorFamily colorFamilyOf(EventKind kind, std::string_view name,
                                        std::string_view kernelFamily = {});

/// The colour of a whole family: legends, bars of charts, wide boxes of its first shade.
[[nodiscard]] QColor familyColor(ColorFamily family, const Theme& theme);
/// The colour of one shade of a family, 0 <= shade < kShadeCount.
[[nodiscard]] QColor shadeColor(ColorFamily family, int shade, const Theme& theme);
/// The shade of a name: digits do not count, so triton_poi_fused_add_0 and _1 look alike, in both traces.
[[nodiscard]] int shadeOfName(std::string_view name);
/// Family and shade at once.
[[nodiscard]] QColor eventColor(EventKind kind, std::string_view name, const Theme& theme,
                                std::string_view kernelFamily = {});

/// The colour of a gap by its cause: host_wait, kernel_wait, sync, copy, other.
[[nodiscard]] QColor gapCauseColor(std::string_view cause, const Theme& theme);

/// Black or white, whichever reads better on `background` (at least 4.5:1 on every colour of this
/// palette).
[[nodiscard]] QColor textOn(const QColor& background);
/// Contrast of two colours as WCAG 2 defines it, 1..21.
[[nodiscard]] double contrastRatio(const QColor& first, const QColor& second);

} // namespace twintrace
