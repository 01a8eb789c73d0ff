// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/shared_names.h"
#include "core/import/top_level_reader.h"
#include "core/import/window_events.h"
#include "core/import/window_parser.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Everything that was taken from the windows, in file order.
struct TakenEvents {
    std::vector<StagedBatch> batches;
    std::vector<StagedMetadata> metadata;
    OddityCounts oddities;
    std::uint64_t events = 0;
    std::uint64_t damagedEvents = 0;
    std::uint64_t phasedEvents = 0;
    std::uint64_t memoryEvents = 0;
    std::uint64_t longestName = 0;
};

/// Takes windows in file order and knows what each one is: header, piece of the event array, or what comes
/// behind. A window that was parsed ahead counts only when it really began between two events of the array.
class WindowSequence
{
  public:
    WindowSequence(SharedNames& names, std::int64_t originMicroseconds, bool searchesKey);

    /// `parsed` is the outcome of parsing the whole window as a piece of the array, if that was tried.
    void take(std::string_view text, std::uint64_t offset, bool isLast, std::optional<WindowEvents> parsed);
    /// Behind the last window: what is left open becomes part of the report.
    void finish(std::uint64_t textBytes);

    [[nodiscard]] const TopLevelReader& document() const { return m_document; }
    [[nodiscard]] TakenEvents& taken() { return m_taken; }

  private:
    void takeDocument(std::string_view text, std::uint64_t offset, bool isLast);
    /// Returns the position behind the array, or npos when the text was used up inside it.
    std::size_t absorb(WindowEvents events, std::string_view text, std::uint64_t offset);
    std::size_t parseAndAbsorb(std::string_view text, std::uint64_t offset, bool isLast);

    TopLevelReader m_document;
    WindowParser m_parser;
    TakenEvents m_taken;
    bool m_isInArray = false;
    bool m_endsWithElement = false;
    std::string m_carry; // an event that began in the last window, padded
    std::uint64_t m_carryOffset = 0;
};

} // namespace twintrace
