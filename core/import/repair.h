// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/oddities.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What came of reading one element of a damaged event array.
struct RepairOutcome {
    enum class State : std::uint8_t {
        Whole,      ///< `json` holds the element as valid JSON
        Incomplete, ///< the text ended inside the element
        Damaged,    ///< cannot be repaired: `badPosition` and `damage` say why
    };
    State state = State::Whole;
    std::string json;
    std::size_t end = 0; ///< Whole: behind the element
    Oddity damage = Oddity::BrokenEvent;
    std::size_t badPosition = 0;
    std::size_t resyncFrom = 0; ///< Damaged: no event border before this can be the next
    struct Repair {
        Oddity oddity;
        std::size_t position;
    };
    std::vector<Repair> repairs;
};

/// Reads the element that begins at `at`, mending what has one meaning (ODDITIES.md): bad escapes, bytes that
/// are no UTF-8, control characters, bare words, odd numbers, commas and closing brackets.
[[nodiscard]] RepairOutcome repairElement(std::string_view text, std::size_t at);

/// True when an event seems to begin at the '{' at `at`: its first key is one of the format's.
[[nodiscard]] bool looksLikeEventStart(std::string_view text, std::size_t at);
/// The first place from `from` on where one event ends and the next begins: the position of the latter's '{',
/// or npos.
[[nodiscard]] std::size_t findEventBorder(std::string_view text, std::size_t from);
/// The ']' that seems to close the event array, searched from `from`; npos when there is none.
[[nodiscard]] std::size_t findArrayEnd(std::string_view text, std::size_t from, bool isLastText);

} // namespace twintrace
