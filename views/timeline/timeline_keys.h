// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QString>

#include <optional>
#include <span>

namespace twintrace
{

/// What a key does in a timeline.
enum class TimelineCommand {
    ZoomIn,
    ZoomOut,
    PanEarlier,
    PanLater,
    PanEarlierFar,
    PanLaterFar,
    ScrollUp,
    ScrollDown,
    PageUp,
    PageDown,
    GoToStart,
    GoToEnd,
    FitSelection,
    FitAll,
    GoToTime,
    GoToIteration,
    NextGap,
    PreviousGap,
    GapSize,
    Undo,
    Redo,
    Search,
    NextHit,
    PreviousHit,
    PreviousSlice,
    NextSlice,
    EarlierOrPan,
    LaterOrPan,
    ParentOrScroll,
    ChildOrScroll,
    FollowForward,
    FollowBackward,
    RangeOfSelection,
    Mark,
    MarkKept,
    NextBookmark,
    PreviousBookmark,
    NextCompileMark,
    PreviousCompileMark,
    Copy,
    Deselect,
    PreviousRow,
    NextRow,
    SelectInRow,
    TogglePin,
    HideRow,
    ShowHidden,
    ToggleFold,
    MoveRowUp,
    MoveRowDown,
    DevicesFirst,
    FilterRows,
    ShowKeys,
    ToggleFrameTime,
};

/// A line of the sheet of keys: all that do one thing, and what that is.
struct KeyLine {
    TimelineCommand command;
    const char* keys; ///< key sequences with spaces between them
    const char* group;
    const char* purpose;
};

[[nodiscard]] std::span<const KeyLine> timelineKeys();
/// What a key press asks for; none when it is no key of the timeline.
[[nodiscard]] std::optional<TimelineCommand> commandOf(const QKeyEvent& event);

/// What the mouse does, for the sheet.
struct MouseLine {
    const char* gesture;
    const char* purpose;
};
[[nodiscard]] std::span<const MouseLine> timelineGestures();

} // namespace twintrace
