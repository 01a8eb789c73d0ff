// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/oddities.h"
#include "core/model/staged_events.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace twintrace
{

/// A metadata event (phase M); later ones of the file win.
struct StagedMetadata {
    enum class Kind : std::uint8_t {
        ProcessName,
        ProcessLabels,
        ProcessSortIndex,
        ThreadName,
        ThreadSortIndex
    };
    Kind kind = Kind::ProcessName;
    ProcessId process;
    TrackId track;
    std::string text;
    std::int64_t number = 0;
};

/// How a piece of the event array ended.
enum class WindowEnd : std::uint8_t {
    Border,     ///< between two events, at the end of the text
    Incomplete, ///< inside an event that needs more text
    ArrayEnd,   ///< the array was closed (or something stands there that is no part of it)
};

/// What a piece of the event array gave.
struct WindowEvents {
    StagedBatch batch;
    std::vector<StagedMetadata> metadata;
    OddityCounts oddities;
    std::uint64_t events = 0;
    std::uint64_t damagedEvents = 0;
    std::uint64_t phasedEvents = 0; ///< objects with a phase: what makes a file a Chrome trace
    std::uint64_t memoryEvents = 0;
    std::uint64_t longestName = 0;
    WindowEnd end = WindowEnd::Border;
    std::size_t endPosition = 0; ///< in the text: of the unfinished event, or behind the closing bracket
    bool isBlank = false;        ///< nothing but white space
    bool startsWithElement = false;
    bool endsWithElement = false; ///< the last thing was an element without a comma behind it
};

} // namespace twintrace
