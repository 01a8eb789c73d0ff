// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/fonts.h"

#include <QFontDatabase>
#include <QStringList>

#include <utility>

namespace twintrace
{
namespace
{

QString familyFor(const QStringList& wanted, QFontDatabase::SystemFont otherwise)
{
    for (const QString& family : wanted) {
        if (QFontDatabase::hasFamily(family))
            return family;
    }
    return QFontDatabase::systemFont(otherwise).family();
}

/// Names must read as they are written: Inter turns "64x8" into "64×8" and "->" into an arrow by its
/// contextual alternates, as fonts for code do with their ligatures. Qt 6.4 cannot switch off a single
/// feature; scripts that need shaping (Arabic, Devanagari) get it all the same.
QFont asWritten(QFont font)
{
    font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferDefault | QFont::PreferNoShaping));
    return font;
}

} // namespace

QFont uiFont(int pixels, QFont::Weight weight)
{
    static const QString family =
        familyFor({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")},
                  QFontDatabase::GeneralFont);
    QFont font(family);
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return asWritten(std::move(font));
}

QFont monoFont(int pixels)
{
    static const QString family =
        familyFor({QStringLiteral("JetBrains Mono"), QStringLiteral("Noto Sans Mono"),
                   QStringLiteral("DejaVu Sans Mono")},
                  QFontDatabase::FixedFont);
    QFont font(family);
    font.setPixelSize(pixels);
    font.setStyleHint(QFont::Monospace);
    return asWritten(std::move(font));
}

} // namespace twintrace
