// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_fields.h"
#include "core/import/structure.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Pieces of text that are the same in many events, with a plain number or an ASCII text without escapes
/// behind each.
class TextRun
{
  public:
    enum class Value : std::uint8_t { Number, Text, None };
    void add(const char* from, const char* until, Value value);
    [[nodiscard]] std::size_t steps() const { return m_steps.size(); }
    [[nodiscard]] std::uint64_t hash() const;
    /// Reads what stands at `at`, if it is the same: returns what is behind it and adds the values, or null.
    [[nodiscard]] const char* read(const char* at, const char* end, EventFields& fields,
                                   std::size_t firstValue) const;
    [[nodiscard]] bool operator==(const TextRun& other) const = default;

  private:
    struct Step { // a piece of m_text, then a value
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
        Value value = Value::None;
        bool operator==(const Step&) const = default;
    };
    std::vector<char> m_text; // padded
    std::vector<Step> m_steps;
};

/// How an event is written, to the last byte between its values. Phase, category, process, thread, literals
/// and lists belong to the shape: a program calls the same things with the same lists again and again.
struct TextShape {
    TextShape() = default;
    TextShape(const TextShape&) = delete; // places point into it
    TextShape& operator=(const TextShape&) = delete;

    /// Learns from the event of the tokens from i to `behind`, which was read into `fields`. False when it
    /// cannot be read this way: rarer phases, odd values, much too long.
    bool learn(const Structure& structure, std::uint32_t i, std::uint32_t behind, const EventFields& fields,
               bool idsVary);

    TextRun head; ///< up to the value of the name; nothing when lists or objects stand before it
    TextRun tail;
    EventFields::TextPlaces places;
    EventFields::KnownRows known;
    std::uint64_t hash = 0;
    std::size_t headNumber = 0;

  private:
    std::deque<std::string> m_constants; // padded texts of the places' constants
};

/// The shapes of one file. Which one comes next is guessed from the event's name and the events before.
class TextShapes
{
  public:
    TextShapes();
    /// Reads the event at `at`: returns what stands behind it and fills `fields`, or null.
    [[nodiscard]] const char* read(const char* at, const char* end, EventFields& fields);
    void learn(const Structure& structure, std::uint32_t i, std::uint32_t behind, const EventFields& fields);

  private:
    using Number = std::uint16_t; // of a shape, counted from 1; 0 = none
    static constexpr std::size_t kMostShapes = 2048;
    static constexpr std::size_t kMostHeads = 64;
    static constexpr std::size_t kSlots = 4096;
    static constexpr std::size_t kWays = 4;
    using Slot = std::array<Number, kWays>;

    struct Head {
        TextRun run;
        Slot recent{}; // shapes that came last
    };
    [[nodiscard]] const char* readBehindHead(std::size_t head, const char* at, const char* end,
                                             EventFields& fields);
    [[nodiscard]] const char* readTail(Slot& slot, std::size_t head, const char* at, const char* end,
                                       EventFields& fields);
    /// Where to look: after the same two shapes, by the name alone, what came last.
    [[nodiscard]] std::array<Slot*, 3> guessesOf(Head& head, std::uint64_t nameHash);
    void remember(const std::array<Slot*, 3>& guesses, Number shape);
    [[nodiscard]] bool isFirstMeeting(std::uint64_t hash);
    static void putFirst(Slot& slot, Number shape);
    void clear();

    std::vector<Head> m_heads;
    std::vector<std::unique_ptr<TextShape>> m_shapes;
    std::vector<Slot> m_slots;            // kSlots by name and last shapes, kSlots by name
    std::vector<std::uint32_t> m_onceMet; // hashes of shapes that are not worth keeping yet
    std::array<std::uint8_t, kMostHeads * kMostHeads> m_nextHead{};
    std::size_t m_lastHeads = 0;    // the last two, the last one in the lower digits
    std::uint32_t m_lastShapes = 0; // the same
    bool m_idsVary = false;
};

} // namespace twintrace
