// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

class QApplication;

namespace twintrace
{

/// Every colour of the surroundings; the colours of events and charts are in palette.h.
struct Theme {
    QColor page;   ///< behind everything
    QColor bar;    ///< header, side panels
    QColor card;   ///< boxes on the page
    QColor field;  ///< text fields, combo boxes
    QColor border; ///< hairlines and outlines
    QColor grid;   ///< lines inside charts
    QColor text;
    QColor muted;      ///< second-rank text; still 4.5:1 on page and bar
    QColor accent;     ///< the one button, links, focus
    QColor accentText; ///< on accent
    QColor accentSoft; ///< chosen rows and tabs
    QColor good;
    QColor goodSoft;
    QColor warning;
    QColor bad;
    QColor badSoft;
    QColor coldUncached; ///< the three latencies, from heavy to light to accent
    QColor coldCached;
    QColor steady;
    bool isDark = false;
    bool isPrint = false;
};

/// What the user chose; System follows the desktop's palette.
enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();
/// For files: white paper, dark ink, nothing that only a screen shows.
[[nodiscard]] const Theme& printTheme();
/// The one that applyTheme() put on last (light before that).
[[nodiscard]] const Theme& currentTheme();

/// Puts style, palette, fonts and the small style sheet on the whole application. Widgets hear of it as
/// QEvent::PaletteChange.
void applyTheme(QApplication& application, ThemeChoice choice);
[[nodiscard]] ThemeChoice themeChoiceFromName(const QString& name);
/// Where the settings keep the user's choice.
inline const QString kThemeSetting = QStringLiteral("window/theme");

} // namespace twintrace
