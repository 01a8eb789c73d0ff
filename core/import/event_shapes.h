// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_fields.h"
#include "core/import/structure.h"

#include <array>
#include <cstdint>

namespace twintrace
{

/// How a run of tokens is written: the text that stands before each of its plain values (keys, brackets,
/// colons, commas and a text's quotation mark), so that another run is told to be written alike by comparing
/// that text, sixteen bytes at once, instead of looking at each token and each key.
class TokenShape
{
  public:
    static constexpr std::uint32_t kMostChecks = 32;
    static constexpr std::uint32_t kMostNumbers = 24;

    /// Learns the tokens from `begin` to `end`, which must be good JSON; the token at `end` is compared too,
    /// by its first byte. False when they cannot be told apart this way (literals, white space before a
    /// comma, too many values).
    bool learn(const Structure& structure, std::uint32_t begin, std::uint32_t end);
    /// Whether the tokens from `begin` on are written alike and are good JSON. At least length() + 1 tokens
    /// must be there.
    [[nodiscard]] bool fits(const Structure& structure, std::uint32_t begin) const;
    [[nodiscard]] std::uint32_t length() const { return m_length; } ///< in tokens; 0 = nothing learnt

  private:
    // Two words that compilers keep in one vector register, whatever the machine.
    using Bytes = std::uint64_t __attribute__((vector_size(16)));
    struct Check {
        Bytes bytes{};
        Bytes mask{};
    };
    struct Place {
        std::uint32_t token = 0;
        std::uint32_t offset = 0;
    };
    bool addText(const Structure& structure, std::uint32_t begin, std::uint32_t token, std::size_t length);

    std::array<Check, kMostChecks> m_checks{};
    std::array<Place, kMostChecks> m_places{};
    std::array<std::uint8_t, kMostNumbers> m_numbers{};
    std::uint32_t m_checkCount = 0;
    std::uint32_t m_numberCount = 0;
    std::uint32_t m_length = 0;
};

/// Remembers the shapes of events and of their args. A writer has few of them.
class EventShapes
{
  public:
    /// Reads the event at i when its shape is known and it is undamaged: returns the index behind it and
    /// fills `fields`; else 0.
    [[nodiscard]] std::uint32_t read(const Structure& structure, std::uint32_t i, EventFields& fields);
    /// Learns the shape of the event from i to `behind`, which was read into `fields`.
    void learn(const Structure& structure, std::uint32_t i, std::uint32_t behind, const EventFields& fields);

  private:
    // Up to the '{' of the args, which come last, or to the event's own '}'.
    struct Head {
        TokenShape shape;
        EventFields::Places places{}; ///< from the event's begin
        std::uint32_t present = 0;
        bool hasArgs = false;
    };
    struct Args {
        TokenShape shape;
        ArgPlaces places{}; ///< from the begin of the args
    };
    static constexpr std::size_t kWays = 4;
    static constexpr std::size_t kHeadSets = 16;
    static constexpr std::size_t kArgsSets = 64;

    [[nodiscard]] std::uint32_t readArgs(const Structure& structure, std::uint32_t i, EventFields& fields);

    std::array<std::array<Head, kWays>, kHeadSets> m_heads{};
    std::array<std::array<Args, kWays>, kArgsSets> m_args{};
    std::uint32_t m_nextWay = 0;
};

} // namespace twintrace
