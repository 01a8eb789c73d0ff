// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_stager.h"
#include "core/import/structure.h"
#include "core/import/text_shapes.h"
#include "core/import/window_events.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace twintrace
{

/// Reads pieces of the event array, which begin between two events. One for each worker.
///
/// Events of a known shape are read straight from the text. Where one is not, a piece of text goes through
/// simdjson's structure index. Where that finds an error, the one element is read by the slow, mending reader
/// (repair.h), and the fast ways are taken up behind it.
class WindowParser
{
  public:
    WindowParser(SharedNames& names, std::int64_t originMicroseconds) : m_stager(names, originMicroseconds) {}

    /// `offset` is the place of text[0] in the whole text. `isLast`: the text ends where the file ends.
    /// StructureFinder::kPadding bytes behind the text must be readable.
    void parse(std::string_view text, std::uint64_t offset, bool isLast, WindowEvents& out);

  private:
    struct Walk;
    enum class PieceEnd : std::uint8_t { AtItsEnd, WindowDone, NeedsMending };
    bool walkFast(Walk& walk);
    void walkText(Walk& walk);
    PieceEnd walkPiece(Walk& walk, std::size_t end);
    bool stepSlow(Walk& walk);
    void stageRepaired(Walk& walk, std::string json, std::size_t at);

    EventStager m_stager;
    TextShapes m_shapes;
    EventFields m_fields; // reused: big, and mostly not looked at
    std::size_t m_pieceBytes = 0;
    std::array<std::size_t, 5> m_usual{}; // sizes of the last window's batch
    StructureFinder m_finder;
    StructureFinder m_smallFinder; // for single repaired events
};

} // namespace twintrace
