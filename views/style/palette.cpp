// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace twintrace
{
namespace
{

struct FamilyTint {
    QRgb light;
    QRgb dark;
};

// Kernels take Okabe and Ito's eight colours; the CPU side stays pale so that device work stands out.
constexpr std::array<FamilyTint, kColorFamilyCount> kTints = {{
    {0xff0072b2, 0xff2b8fcf}, // Gemm
    {0xff56b4e9, 0xff6cc4f5}, // Attention
    {0xffe69f00, 0xffe8a920}, // Elementwise
    {0xff009e73, 0xff1bb488}, // Reduction
    {0xff2f6b1f, 0xff35702a}, // Convolution
    {0xffcc79a7, 0xffd88bb6}, // Triton
    {0xffd55e00, 0xffe2732a}, // Copy
    {0xff5b4b8a, 0xff8d7cc4}, // Collective
    {0xff7d7468, 0xff98907f}, // OtherKernel
    {0xff8fb8f6, 0xff4f83d6}, // CpuOp
    {0xff6fa0f2, 0xff3d6fc4}, // Region
    {0xffa9d3d1, 0xff4f8a88}, // Annotation
    {0xffb4a3d8, 0xff9a88c8}, // Launch
    {0xffb3b8c0, 0xff7c838d}, // Synchronization
    {0xffbfd9c4, 0xff5d8a68}, // Python
    {0xffd9c3b0, 0xff8a7360}, // Overhead
    {0xffcfd4da, 0xff6b737d}, // Other
}};

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

ColorFamily colorFamilyNamed(std::string_view kernelFamily)
{
    // Generated kernels first: their titles also hold "reduction" and the like.
    static constexpr std::array<std::pair<std::string_view, ColorFamily>, 16> kNames = {{
        {"triton", ColorFamily::Triton},
        {"Triton", ColorFamily::Triton},
        {"fused", ColorFamily::Triton},
        {"gemm", ColorFamily::Gemm},
        {"matrix product", ColorFamily::Gemm},
        {"conv", ColorFamily::Convolution},
        {"attention", ColorFamily::Attention},
        {"elementwise", ColorFamily::Elementwise},
        {"reduction", ColorFamily::Reduction},
        {"copy", ColorFamily::Copy},
        {"copies", ColorFamily::Copy},
        {"memcpy", ColorFamily::Copy},
        {"memset", ColorFamily::Copy},
        {"fill", ColorFamily::Copy},
        {"nccl", ColorFamily::Collective},
        {"collective", ColorFamily::Collective},
    }};
    for (const auto& [name, family] : kNames) {
        if (contains(kernelFamily, name))
            return family;
    }
    return ColorFamily::OtherKernel;
}

ColorFamily colorFamilyOf(EventKind kind, std::string_view name, std::string_view kernelFamily)
{
    switch (kind) {
    case EventKind::Kernel:
        return colorFamilyNamed(kernelFamily);
    case EventKind::Memcpy:
    case EventKind::Memset:
        return ColorFamily::Copy;
    case EventKind::CpuOp:
        if (name.starts_with("Torch-Compiled Region") || name.starts_with("## Call CompiledFxGraph"))
            return ColorFamily::Region;
        if (name.starts_with("cpp_fused") || name.starts_with("triton_"))
            return ColorFamily::Triton;
        return ColorFamily::CpuOp;
    case EventKind::UserAnnotation:
    case EventKind::GpuAnnotation:
        return name.starts_with("## Call CompiledFxGraph") ? ColorFamily::Region : ColorFamily::Annotation;
    case EventKind::RuntimeCall:
    case EventKind::DriverCall:
        return contains(name, "Synchronize") ? ColorFamily::Synchronization : ColorFamily::Launch;
    case EventKind::Synchronization:
        return ColorFamily::Synchronization;
    case EventKind::PythonFunction:
        return ColorFamily::Python;
    case EventKind::Overhead:
        return ColorFamily::Overhead;
    case EventKind::ProfilerSpan:
    case EventKind::Other:
        break;
    }
    return ColorFamily::Other;
}

QColor familyColor(ColorFamily family, const Theme& theme)
{
    const FamilyTint& tint = kTints[static_cast<std::size_t>(family)];
    return QColor::fromRgb(theme.isDark ? tint.dark : tint.light);
}

QColor shadeColor(ColorFamily family, int shade, const Theme& theme)
{
    // Steps of 2.2 % lightness around the family's own: names stay apart, families stay one hue.
    static constexpr std::array<int, kShadeCount> kSteps = {0, 3, -2, 1, -3, 4, 2, -1};
    const QColor base = familyColor(family, theme);
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    base.getHslF(&hue, &saturation, &lightness);
    const auto step = static_cast<float>(kSteps[static_cast<std::size_t>(shade % kShadeCount)]);
    lightness = std::clamp(lightness + step * 0.022F, 0.12F, 0.88F);
    return QColor::fromRgb(QColor::fromHslF(std::max(hue, 0.0F), saturation, lightness).rgb());
}

int shadeOfName(std::string_view name)
{
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char character : name) {
        if (character >= '0' && character <= '9')
            continue;
        hash = (hash ^ static_cast<unsigned char>(character)) * 16777619U;
    }
    return static_cast<int>((hash ^ (hash >> 15U)) % kShadeCount);
}

QColor eventColor(EventKind kind, std::string_view name, const Theme& theme, std::string_view kernelFamily)
{
    return shadeColor(colorFamilyOf(kind, name, kernelFamily), shadeOfName(name), theme);
}

QColor gapCauseColor(std::string_view cause, const Theme& theme)
{
    if (cause == "host_wait")
        return QColor::fromRgb(theme.isDark ? 0xffe0692f : 0xffc2410c);
    if (cause == "kernel_wait")
        return QColor::fromRgb(0xfff59e0b);
    if (cause == "sync")
        return QColor::fromRgb(theme.isDark ? 0xffa78bda : 0xff7e57c2);
    if (cause == "copy")
        return QColor::fromRgb(theme.isDark ? 0xff5fb3d9 : 0xff2f8fbf);
    return QColor::fromRgb(theme.isDark ? 0xff87909c : 0xff9aa3af);
}

QColor textOn(const QColor& background)
{
    // Pure black: with anything lighter there are mid tones on which neither ink reaches 4.5:1.
    static const QColor ink(0, 0, 0);
    static const QColor paper(0xff, 0xff, 0xff);
    return contrastRatio(background, ink) >= contrastRatio(background, paper) ? ink : paper;
}

double contrastRatio(const QColor& first, const QColor& second)
{
    const double one = luminance(first);
    const double two = luminance(second);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

} // namespace twintrace
