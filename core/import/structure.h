// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/json_text.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

namespace simdjson::internal
{
class dom_parser_implementation;
}

namespace twintrace
{

/// Where the structure of a piece of JSON text is: the offsets of brackets, colons, commas and of the first
/// byte of each value, found by simdjson's first stage (the one that On-Demand runs too).
struct Structure {
    std::string_view text;
    const std::uint32_t* index = nullptr;
    std::uint32_t count = 0;

    [[nodiscard]] char at(std::uint32_t i) const { return text[index[i]]; }
    /// The raw scalar that begins at i; the structure behind it ends it.
    [[nodiscard]] std::string_view scalar(std::uint32_t i) const
    {
        const char* const begin = text.data() + index[i];
        const char* end = text.data() + index[i + 1]; // the end of the text stands behind the last
        while (end > begin + 1 && static_cast<unsigned char>(end[-1]) <= ' ')
            --end;
        return {begin, static_cast<std::size_t>(end - begin)};
    }
};

/// Runs the first stage over one text after another, in memory that stays warm.
class StructureFinder
{
  public:
    StructureFinder();
    ~StructureFinder();
    StructureFinder(StructureFinder&&) noexcept;
    StructureFinder& operator=(StructureFinder&&) noexcept;

    /// False when the text holds invalid UTF-8, a bare control character, or a text that does not end. At
    /// least kPadding bytes behind the text must be readable. The result is good until the next call.
    [[nodiscard]] bool find(std::string_view text, Structure& structure);

    static constexpr std::size_t kPadding = 64;
    static constexpr std::size_t kMaxBytes = std::size_t{1} << 30; ///< offsets have 32 bits

  private:
    std::unique_ptr<simdjson::internal::dom_parser_implementation> m_implementation;
    std::size_t m_capacity = 0;
};

/// Bits by the first and the last byte of a token: 1 string, 2 number.
namespace scalar_ends
{
constexpr std::array<std::uint8_t, 256> kHead = [] {
    std::array<std::uint8_t, 256> bits{};
    bits['"'] = 1;
    bits['-'] = 2;
    for (char c = '0'; c <= '9'; ++c)
        bits[static_cast<unsigned char>(c)] = 2;
    return bits;
}();
constexpr std::array<std::uint8_t, 256> kTail = [] {
    std::array<std::uint8_t, 256> bits = kHead;
    bits['-'] = 0;
    return bits;
}();
constexpr std::array<bool, 256> kMayFollowZero = [] {
    std::array<bool, 256> may{};
    for (std::size_t c = 0; c < may.size(); ++c)
        may[c] = kHead[c] != 2 && (c | 0x20U) != 'x';
    return may;
}();
} // namespace scalar_ends

/// Place of the last byte before `end` that is no white space. (Something stands before every place asked
/// for.)
[[nodiscard]] inline std::uint32_t lastByteBefore(const char* text, std::uint32_t end)
{
    --end;
    while (isJsonSpace(text[end]))
        --end;
    return end;
}

/// Whether the scalar from `first` to `last` (inclusive) is one by its ends: a string with both quotes, a
/// number that begins and ends like one, or a literal. What stands between its digits is looked at when the
/// number is used.
[[nodiscard]] inline bool isGoodScalar(const char* text, std::uint32_t first, std::uint32_t last)
{
    const char head = text[first];
    if (head == '"')
        return text[last] == '"' && last > first;
    if (isDigit(head) || head == '-')
        return isDigit(text[last]) && (head != '0' || first == last ||
                                       !(isDigit(text[first + 1]) || (text[first + 1] | 0x20) == 'x'));
    return isJsonLiteral({text + first, last - first + 1});
}

/// Whether the token at `first` is a string, or a number by its ends, that reaches to the next token without
/// white space. Everything else needs a closer look: isGoodScalar(). Two loads and one test, since this is
/// asked of each value of a file.
[[nodiscard]] inline bool isPlainScalar(const char* text, std::uint32_t first, std::uint32_t next)
{
    const auto head = static_cast<unsigned char>(text[first]);
    const auto tail = static_cast<unsigned char>(text[next - 1]);
    const bool hasLeadingZero =
        head == '0' && !scalar_ends::kMayFollowZero[static_cast<unsigned char>(text[first + 1])];
    return (scalar_ends::kHead[head] & scalar_ends::kTail[tail]) != 0 && !hasLeadingZero;
}

/// Whether a key and its colon stand at i, and anything behind them.
[[nodiscard]] inline bool isKey(const Structure& structure, std::uint32_t i)
{
    if (i + 3 >= structure.count)
        return false;
    const char* const text = structure.text.data();
    const std::uint32_t colon = structure.index[i + 1];
    return text[structure.index[i]] == '"' && text[colon] == ':' &&
           (text[colon - 1] == '"' || text[lastByteBefore(text, colon)] == '"');
}

/// Walks over the value that begins at i and checks every token of it: returns the index behind it, or 0 when
/// something is not JSON (or nested deeper than 1024).
[[nodiscard]] std::uint32_t skipValue(const Structure& structure, std::uint32_t i);

/// Calls visit(rawKey, i) for each member of the object that begins at `i`, which must have been checked
/// already.
template <class Visit> void forEachMember(const Structure& structure, std::uint32_t i, const Visit& visit)
{
    ++i;
    while (structure.at(i) != '}') {
        const std::string_view key = structure.scalar(i);
        visit(key, i + 2);
        const char first = structure.at(i + 2);
        i = first == '{' || first == '[' ? skipValue(structure, i + 2) : i + 3;
        if (i == 0)
            return;
        if (structure.at(i) == ',')
            ++i;
    }
}

} // namespace twintrace
