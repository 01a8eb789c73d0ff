// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/event_tone_rule.h"

#include "core/analysis/kernel_name.h"
#include "views/style/theme.h"

#include <QColor>

#include <algorithm>
#include <cmath>

namespace twintrace
{
namespace
{

QRgb mixed(QRgb front, const QColor& back, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return qRgb(mix(qRed(front), back.red()), mix(qGreen(front), back.green()),
                mix(qBlue(front), back.blue()));
}

} // namespace

Tone timelineTone(EventKind kind, std::string_view name)
{
    const std::string_view kernelFamily =
        kind == EventKind::Kernel ? familyKey(familyOf(name)) : std::string_view();
    const ColorFamily family = colorFamilyOf(kind, name, kernelFamily);
    return static_cast<Tone>(static_cast<int>(family) * kShadeCount + shadeOfName(name));
}

ToneColors::ToneColors(const Theme& theme)
{
    constexpr double kDimmedShare = 0.22;
    for (std::size_t tone = 0; tone < kToneCount; ++tone) {
        const QColor color =
            shadeColor(familyOfTone(static_cast<Tone>(tone)), static_cast<int>(tone) % kShadeCount, theme);
        fill[tone] = color.rgb();
        dimmed[tone] = mixed(color.rgb(), theme.page, kDimmedShare);
        text[tone] = textOn(color).rgb();
        for (std::size_t step = 0; step < kCoverageSteps; ++step) {
            const double share = static_cast<double>(step + 1) / kCoverageSteps;
            const auto pixel = [share](QRgb rgb) {
                return qPremultiply(
                    qRgba(qRed(rgb), qGreen(rgb), qBlue(rgb), static_cast<int>(std::lround(share * 255))));
            };
            strip[tone][step] = pixel(fill[tone]);
            dimmedStrip[tone][step] = pixel(dimmed[tone]);
        }
    }
}

const ToneColors& toneColors(const Theme& theme)
{
    static const ToneColors light(lightTheme());
    static const ToneColors dark(darkTheme());
    static const ToneColors print(printTheme());
    if (theme.isPrint)
        return print;
    return theme.isDark ? dark : light;
}

} // namespace twintrace
