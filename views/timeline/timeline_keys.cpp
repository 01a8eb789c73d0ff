// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_keys.h"

#include <QHash>
#include <QKeySequence>
#include <QStringList>

#include <array>

namespace twintrace
{
namespace
{

using Command = TimelineCommand;

constexpr const char* kMove = "Move";
constexpr const char* kGoTo = "Go to";
constexpr const char* kSearch = "Search";
constexpr const char* kSelect = "Select";
constexpr const char* kRows = "Rows";
constexpr const char* kOther = "Other";

constexpr std::array kKeys = {
    KeyLine{Command::ZoomIn, "W + =", kMove, "zoom in at the mouse"},
    KeyLine{Command::ZoomOut, "S -", kMove, "zoom out"},
    KeyLine{Command::PanEarlier, "A", kMove, "pan to earlier"},
    KeyLine{Command::PanLater, "D", kMove, "pan to later"},
    KeyLine{Command::PanEarlierFar, "Shift+A", kMove, "a whole window earlier"},
    KeyLine{Command::PanLaterFar, "Shift+D", kMove, "a whole window later"},
    KeyLine{Command::PageUp, "PgUp", kMove, "scroll rows up"},
    KeyLine{Command::PageDown, "PgDown", kMove, "scroll rows down"},
    KeyLine{Command::FitSelection, "F", kMove, "fit the selection; again: everything"},
    KeyLine{Command::FitAll, "0", kMove, "fit everything"},
    KeyLine{Command::Undo, "Ctrl+Z Backspace", kMove, "undo zoom or filter"},
    KeyLine{Command::Redo, "Ctrl+Shift+Z Ctrl+Y", kMove, "redo"},
    KeyLine{Command::GoToStart, "Home", kGoTo, "start of the trace"},
    KeyLine{Command::GoToEnd, "End", kGoTo, "end of the trace"},
    KeyLine{Command::GoToTime, "G", kGoTo, "a time"},
    KeyLine{Command::GoToIteration, "I", kGoTo, "iteration N"},
    KeyLine{Command::NextGap, "X", kGoTo, "next gap of at least the gap size"},
    KeyLine{Command::PreviousGap, "Shift+X", kGoTo, "previous gap"},
    KeyLine{Command::GapSize, "Ctrl+Shift+X", kGoTo, "choose the gap size"},
    KeyLine{Command::NextBookmark, "B", kGoTo, "next bookmark"},
    KeyLine{Command::PreviousBookmark, "Shift+B", kGoTo, "previous bookmark"},
    KeyLine{Command::NextCompileMark, "K", kGoTo, "next graph break or recompile"},
    KeyLine{Command::PreviousCompileMark, "Shift+K", kGoTo, "previous graph break or recompile"},
    KeyLine{Command::Search, "/ Ctrl+F", kSearch, "search names and args"},
    KeyLine{Command::NextHit, "N", kSearch, "next hit"},
    KeyLine{Command::PreviousHit, "Shift+N", kSearch, "previous hit"},
    KeyLine{Command::PreviousSlice, "[ ,", kSelect, "previous slice of the track"},
    KeyLine{Command::NextSlice, "] .", kSelect, "next slice of the track"},
    KeyLine{Command::EarlierOrPan, "Left", kSelect, "previous slice, or pan"},
    KeyLine{Command::LaterOrPan, "Right", kSelect, "next slice, or pan"},
    KeyLine{Command::ParentOrScroll, "Up", kSelect, "enclosing slice, or scroll"},
    KeyLine{Command::ChildOrScroll, "Down", kSelect, "first slice inside, or scroll"},
    KeyLine{Command::FollowForward, "Ctrl+] L", kSelect, "follow the arrow: launch to kernel"},
    KeyLine{Command::FollowBackward, "Ctrl+[ Shift+L", kSelect, "follow the arrow back: kernel to launch"},
    KeyLine{Command::RangeOfSelection, "R", kSelect, "range over the selection"},
    KeyLine{Command::Mark, "M", kSelect, "mark the selection until the next M"},
    KeyLine{Command::MarkKept, "Shift+M", kSelect, "keep the selection as a bookmark"},
    KeyLine{Command::Copy, "Ctrl+C", kSelect, "copy name and figures as text"},
    KeyLine{Command::Deselect, "Esc", kSelect, "select nothing"},
    KeyLine{Command::PreviousRow, "Ctrl+Up", kRows, "row above"},
    KeyLine{Command::NextRow, "Ctrl+Down", kRows, "row below"},
    KeyLine{Command::SelectInRow, "Return Enter", kRows, "select in the row; zoom to it"},
    KeyLine{Command::TogglePin, "P", kRows, "pin the row to the top, or release it"},
    KeyLine{Command::HideRow, "H", kRows, "hide the row"},
    KeyLine{Command::ShowHidden, "Shift+H", kRows, "show hidden rows"},
    KeyLine{Command::ToggleFold, "C", kRows, "fold or unfold the row"},
    KeyLine{Command::MoveRowUp, "Alt+Up", kRows, "move the row up"},
    KeyLine{Command::MoveRowDown, "Alt+Down", kRows, "move the row down"},
    KeyLine{Command::DevicesFirst, "V", kRows, "device rows above or below the threads"},
    KeyLine{Command::FilterRows, "T", kRows, "filter rows by name"},
    KeyLine{Command::ShowKeys, "?", kOther, "this sheet"},
    KeyLine{Command::ToggleFrameTime, "F12", kOther, "show how long frames take"},
};

constexpr std::array kGestures = {
    MouseLine{"click", "select the event or the gap"},
    MouseLine{"drag", "select a range; its figures appear"},
    MouseLine{"Ctrl+wheel", "zoom at the mouse"},
    MouseLine{"wheel", "scroll the rows"},
    MouseLine{"Shift+wheel", "pan"},
    MouseLine{"middle, Space+, Shift+drag", "pan"},
    MouseLine{"Alt+drag", "zoom into the stretch"},
    MouseLine{"double click", "zoom to the event, gap or iteration"},
    MouseLine{"Ctrl+click", "add to the selection"},
    MouseLine{"overview: drag", "move the window"},
    MouseLine{"names: click a heading", "fold a process"},
    MouseLine{"names: drag", "move the row"},
    MouseLine{"right click", "menu"},
};

/// Keys that are typed with Shift on some layouts and without on others: '?', '+', '/', '[' …
bool isSymbol(int key)
{
    return key > 0x20 && key < 0x7f && !(key >= Qt::Key_A && key <= Qt::Key_Z) &&
           !(key >= Qt::Key_0 && key <= Qt::Key_9);
}

} // namespace

std::span<const KeyLine> timelineKeys()
{
    return kKeys;
}

std::span<const MouseLine> timelineGestures()
{
    return kGestures;
}

std::optional<TimelineCommand> commandOf(const QKeyEvent& event)
{
    static const QHash<QKeySequence, Command> commands = [] {
        QHash<QKeySequence, Command> table;
        for (const KeyLine& line : kKeys) {
            for (const QString& keys : QString::fromLatin1(line.keys).split(QLatin1Char(' ')))
                table.insert(QKeySequence(keys), line.command);
        }
        return table;
    }();
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    if (isSymbol(event.key()))
        modifiers &= ~Qt::ShiftModifier;
    const auto found = commands.constFind(QKeySequence(static_cast<int>(modifiers) | event.key()));
    if (found == commands.constEnd())
        return std::nullopt;
    return *found;
}

} // namespace twintrace
