// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/style/style_sheet.h"

#include "views/style/theme.h"

#include <QMap>

namespace twintrace
{
namespace
{

constexpr auto kSheet = R"(
QToolTip { color: @text; background: @card; border: 1px solid @border; padding: 4px; }
QMainWindow, QDialog, QScrollArea, QScrollArea > QWidget > QWidget[look="page"], QWidget[look="page"] { background: @page; }
QWidget[look="bar"] { background: @bar; border: none; border-bottom: 1px solid @border; }
QSplitter[look="bare"]::handle { background: transparent; }
QWidget[look="side"] { background: @bar; border: none; border-left: 1px solid @border; }
QFrame[look="card"] { background: @card; border: 1px solid @border; border-radius: 8px; }
QFrame[look="well"] { background: @bar; border: 1px solid @border; border-radius: 8px; }
QFrame[look="line"] { background: @border; border: none; max-height: 1px; min-height: 1px; }
QLabel[look="chip"] { border: 1px solid @border; border-radius: 10px; padding: 2px 9px; color: @muted; font-size: 12px; }
QLabel[look="chip-good"] { border: 1px solid @border; border-radius: 10px; padding: 2px 9px; color: @good; font-size: 12px; }
QLabel[look="chip-warning"] { border: 1px solid @warning; border-radius: 10px; padding: 2px 9px; color: @warning; font-size: 12px; }
QLabel[look="chip-bad"] { border: 1px solid @bad; border-radius: 10px; padding: 2px 9px; color: @bad; font-size: 12px; }
QLabel[look="muted"] { color: @muted; }
QLabel[look="onaccent"] { color: @accenttext; }
QLabel[look="capable"] { color: @text; }
QLabel[look="incapable"] { color: @warning; }
QLabel[look="small"] { color: @muted; font-size: 12px; }
QLabel[look="banner"] { background: @badsoft; color: @text; border-radius: 6px; padding: 6px 10px; }
QPushButton, QToolButton[look="button"], QLineEdit {
  background: @field; color: @text; border: 1px solid @border; border-radius: 6px; padding: 4px 10px; min-height: 19px; }
QToolButton[look="button"]::menu-indicator { image: none; width: 0; }
QPushButton:hover, QToolButton[look="button"]:hover { border-color: @muted; }
QPushButton:pressed, QToolButton[look="button"]:pressed { background: @soft; }
QPushButton:focus, QToolButton[look="button"]:focus, QLineEdit:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton[look="button"]:disabled, QLineEdit:disabled { color: @faint; background: @bar; }
QPushButton[look="primary"] { background: @accent; color: @accenttext; border: 1px solid @accent; font-weight: 600; }
QPushButton[look="primary"]:hover { background: @accenthover; }
QPushButton[look="primary"]:focus { border: 2px solid @text; padding: 3px 9px; }
QPushButton[look="primary"]:disabled { background: @border; border-color: @border; color: @muted; }
QPushButton[look="flat"], QToolButton[look="flat"] { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 3px 8px; color: @muted; }
QPushButton[look="flat"]:disabled, QToolButton[look="flat"]:disabled { color: @faint; }
QPushButton[look="flat"]:hover, QToolButton[look="flat"]:hover { color: @text; border-color: @border; }
QPushButton[look="flat"]:focus, QToolButton[look="flat"]:focus { border-color: @accent; }
QComboBox QAbstractItemView { background: @card; border: 1px solid @border; selection-background-color: @soft; selection-color: @text; outline: none; }
QMenu { background: @card; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 22px 5px 14px; border-radius: 4px; }
QMenu::item:selected { background: @soft; color: @text; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }
QMenuBar { background: transparent; border: none; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 4px; color: @muted; }
QMenuBar::item:selected { background: @soft; color: @text; }
QTableView, QTreeView, QListView { background: @page; alternate-background-color: @page; border: none; outline: none; gridline-color: @border;
  selection-background-color: @soft; selection-color: @text; }
QHeaderView { background: @page; border: none; }
QHeaderView[density="tight"]::section { padding: 4px; }
QHeaderView::section { background: @page; color: @muted; border: none; border-bottom: 1px solid @border; padding: 4px 8px; font-weight: 400; font-size: 12px; }
QHeaderView::section:hover { color: @text; }
QTabWidget::pane { border: none; }
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: @muted; padding: 6px 14px; border: 1px solid transparent; border-radius: 6px; margin-right: 2px; }
QTabBar::tab:selected { background: @soft; color: @text; font-weight: 600; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { border-color: @accent; }
QTabBar::tab:disabled { color: @faint; }
QSplitter::handle { background: @border; }
QSplitter::handle:hover { background: @accent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @thumb; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 1px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @bar; border: 1px solid @border; border-radius: 5px; min-height: 8px; max-height: 8px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 4px; }
QComboBox QLineEdit { border: none; background: transparent; padding: 0; min-height: 0; }
QPlainTextEdit, QTextEdit { background: @field; border: 1px solid @border; border-radius: 6px; }
)";

} // namespace

QString styleSheetOf(const Theme& theme)
{
    // Longer names first, so that @accent does not eat the start of @accenttext.
    const QList<std::pair<const char*, QColor>> colours{
        {"@accenthover", theme.isDark ? theme.accent.lighter(108) : theme.accent.darker(112)},
        {"@accenttext", theme.accentText},
        {"@accent", theme.accent},
        {"@badsoft", theme.badSoft},
        {"@bad", theme.bad},
        {"@bar", theme.bar},
        {"@border", theme.border},
        {"@card", theme.card},
        {"@faint", theme.isDark ? QColor(0x6c, 0x74, 0x80) : QColor(0x98, 0xa0, 0xac)},
        {"@field", theme.field},
        {"@good", theme.good},
        {"@muted", theme.muted},
        {"@page", theme.page},
        {"@soft", theme.accentSoft},
        {"@text", theme.text},
        {"@thumb", theme.isDark ? QColor(0x45, 0x4c, 0x56) : QColor(0xc9, 0xce, 0xd6)},
        {"@warning", theme.warning},
    };
    QString sheet = QString::fromLatin1(kSheet);
    for (const auto& [word, colour] : colours)
        sheet.replace(QLatin1String(word), colour.name());
    return sheet;
}

} // namespace twintrace
