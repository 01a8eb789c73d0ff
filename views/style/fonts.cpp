// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/fonts.h"

#include <QFontDatabase>
#include <QStringList>

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

} // namespace

QFont uiFont(int pixels, QFont::Weight weight)
{
    static const QString family =
        familyFor({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")},
                  QFontDatabase::GeneralFont);
    QFont font(family);
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
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
    return font;
}

} // namespace twintrace
