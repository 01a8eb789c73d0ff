// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/theme.h"

#include "views/style/fonts.h"
#include "views/style/house_style.h"
#include "views/style/style_sheet.h"

#include <QApplication>
#include <QPalette>

namespace twintrace
{
namespace
{

const Theme* g_current = nullptr;

Theme makeLight()
{
    Theme theme;
    theme.page = QColor(0xff, 0xff, 0xff);
    theme.bar = QColor(0xf5, 0xf6, 0xf8);
    theme.card = QColor(0xff, 0xff, 0xff);
    theme.field = QColor(0xff, 0xff, 0xff);
    theme.border = QColor(0xde, 0xe1, 0xe6);
    theme.grid = QColor(0xe6, 0xe9, 0xed);
    theme.text = QColor(0x1b, 0x1f, 0x24);
    theme.muted = QColor(0x5c, 0x66, 0x75);
    theme.accent = QColor(0x0b, 0x57, 0xd0);
    theme.accentText = QColor(0xff, 0xff, 0xff);
    theme.accentSoft = QColor(0xe6, 0xee, 0xfd);
    theme.good = QColor(0x0f, 0x76, 0x32);
    theme.goodSoft = QColor(0xd3, 0xec, 0xda);
    theme.warning = QColor(0x9a, 0x5b, 0x00);
    theme.bad = QColor(0xb4, 0x23, 0x18);
    theme.badSoft = QColor(0xfb, 0xe4, 0xe1);
    theme.coldUncached = QColor(0x7a, 0x86, 0x94);
    theme.coldCached = QColor(0xab, 0xb4, 0xc0);
    theme.steady = QColor(0x0b, 0x57, 0xd0);
    return theme;
}

Theme makeDark()
{
    Theme theme;
    theme.page = QColor(0x15, 0x18, 0x1c);
    theme.bar = QColor(0x1d, 0x21, 0x26);
    theme.card = QColor(0x1b, 0x1f, 0x24);
    theme.field = QColor(0x1b, 0x1f, 0x24);
    theme.border = QColor(0x34, 0x3a, 0x42);
    theme.grid = QColor(0x2b, 0x30, 0x37);
    theme.text = QColor(0xe8, 0xea, 0xed);
    theme.muted = QColor(0xa0, 0xa8, 0xb4);
    theme.accent = QColor(0x8a, 0xb4, 0xf8);
    theme.accentText = QColor(0x10, 0x1c, 0x33);
    theme.accentSoft = QColor(0x25, 0x34, 0x4e);
    theme.good = QColor(0x81, 0xc9, 0x95);
    theme.goodSoft = QColor(0x1f, 0x3d, 0x2a);
    theme.warning = QColor(0xfd, 0xc0, 0x69);
    theme.bad = QColor(0xf2, 0x8b, 0x82);
    theme.badSoft = QColor(0x4a, 0x23, 0x20);
    theme.coldUncached = QColor(0x7a, 0x86, 0x94);
    theme.coldCached = QColor(0xab, 0xb4, 0xc0);
    theme.steady = QColor(0x5b, 0x95, 0xf5);
    theme.isDark = true;
    return theme;
}

Theme makePrint()
{
    Theme theme = makeLight();
    theme.bar = QColor(0xf7, 0xf8, 0xf9);
    theme.text = QColor(0x11, 0x14, 0x18);
    theme.muted = QColor(0x4b, 0x53, 0x60);
    theme.isPrint = true;
    return theme;
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette(theme.page);
    palette.setColor(QPalette::Window, theme.page);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.field);
    palette.setColor(QPalette::AlternateBase, theme.bar);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, theme.isDark ? theme.bar : theme.field);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.bad);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::ToolTipBase, theme.card);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Light, theme.border.lighter(theme.isDark ? 120 : 104));
    palette.setColor(QPalette::Midlight, theme.border);
    palette.setColor(QPalette::Mid, theme.border.darker(112));
    palette.setColor(QPalette::Dark, theme.border.darker(130));
    const QColor faint = theme.isDark ? QColor(0x6c, 0x74, 0x80) : QColor(0x98, 0xa0, 0xac);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faint);
    return palette;
}

} // namespace

const Theme& lightTheme()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& printTheme()
{
    static const Theme theme = makePrint();
    return theme;
}

const Theme& currentTheme()
{
    return g_current != nullptr ? *g_current : lightTheme();
}

void applyTheme(QApplication& application, ThemeChoice choice)
{
    // The desktop's wish, read before our own palette hides it.
    static const bool desktopIsDark = application.palette().color(QPalette::Window).lightness() < 128;
    const bool isDark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark);
    g_current = isDark ? &darkTheme() : &lightTheme();
    application.setStyle(new HouseStyle);
    application.setFont(uiFont());
    application.setPalette(paletteOf(*g_current));
    application.setStyleSheet(styleSheetOf(*g_current));
}

ThemeChoice themeChoiceFromName(const QString& name)
{
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

} // namespace twintrace
