// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_fields.h"
#include "core/import/structure.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace twintrace
{

/// How an event is written, to the last byte between its values: events of such a shape are read straight
/// from the text, without looking for its structure first. The phase and the category belong to the shape.
/// Values are plain numbers and ASCII texts without escapes; whatever else an event has, it is not of the
/// shape.
class TextShape
{
  public:
    /// Learns from the event of the tokens from i to `behind`, which was read into `fields`. False when it
    /// cannot be read this way: rarer phases, literals, lists of lists, much too long.
    bool learn(const Structure& structure, std::uint32_t i, std::uint32_t behind, const EventFields& fields);
    /// Reads the event at `at`: returns what stands behind it and fills `fields`, or null.
    [[nodiscard]] const char* read(const char* at, const char* end, EventFields& fields) const;
    [[nodiscard]] bool isSameAs(const TextShape& other) const { return m_text == other.m_text; }

  private:
    enum class Value : std::uint8_t { Number, Text, None };
    struct Step { // a piece of m_text, then a value
        std::uint32_t offset = 0;
        std::uint32_t length = 0;
        Value value = Value::None;
    };
    struct Constant {
        std::uint32_t offset = 0; // in m_text
        std::uint32_t length = 0;
        std::uint32_t value = 0; // where it goes in the fields
    };
    std::vector<char> m_text; // padded
    std::vector<Step> m_steps;
    std::vector<Constant> m_constants;
    EventFields::TextPlaces m_places;
};

/// The shapes of one file. Which one comes next is guessed from which one came last time after the same two.
class TextShapes
{
  public:
    TextShapes() { m_shapes.reserve(kMost); }
    [[nodiscard]] const char* read(const char* at, const char* end, EventFields& fields);
    void learn(const Structure& structure, std::uint32_t i, std::uint32_t behind, const EventFields& fields);

  private:
    static constexpr std::size_t kMost = 32;
    std::vector<TextShape> m_shapes;
    std::array<std::uint8_t, kMost * kMost> m_next{};
    std::size_t m_last = 0; // the last two, the last one in the lower digits
    std::size_t m_replaced = 0;
};

} // namespace twintrace
