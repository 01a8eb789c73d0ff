// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/structure.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

namespace twintrace
{
namespace
{

constexpr std::size_t kMaxDepth = 1024; // simdjson's own limit

// What a token is, by its first byte.
enum TokenKind : std::uint8_t {
    kBad,
    kOpenObject,
    kOpenArray,
    kClose,
    kColon,
    kComma,
    kString,
    kNumber,
    kLiteral
};
constexpr std::size_t kTokenKinds = 9;

constexpr auto kKindOf = [] {
    std::array<std::uint8_t, 256> kinds{};
    kinds['{'] = kOpenObject;
    kinds['['] = kOpenArray;
    kinds['}'] = kinds[']'] = kClose;
    kinds[':'] = kColon;
    kinds[','] = kComma;
    kinds['"'] = kString;
    kinds['-'] = kNumber;
    for (char c = '0'; c <= '9'; ++c)
        kinds[static_cast<unsigned char>(c)] = kNumber;
    kinds['t'] = kinds['f'] = kinds['n'] = kLiteral;
    return kinds;
}();

// Which kinds may stand behind which, one bit each.
constexpr auto kFollowers = [] {
    const auto bits = [](auto... kinds) { return static_cast<std::uint16_t>(((1U << kinds) | ...)); };
    const std::uint16_t value = bits(kOpenObject, kOpenArray, kString, kNumber, kLiteral);
    const std::uint16_t end = bits(kComma, kClose);
    std::array<std::uint16_t, kTokenKinds> followers{};
    followers[kOpenObject] = bits(kString, kClose);
    followers[kOpenArray] = static_cast<std::uint16_t>(value | bits(kClose));
    followers[kClose] = followers[kNumber] = followers[kLiteral] = end;
    followers[kColon] = followers[kComma] = value;
    followers[kString] = static_cast<std::uint16_t>(end | bits(kColon));
    return followers;
}();

// Which bytes may end a scalar of a kind (from kString on).
constexpr auto kEndsWell = [] {
    std::array<std::array<bool, 256>, kTokenKinds - kString> ends{};
    ends[0]['"'] = true;
    for (char c = '0'; c <= '9'; ++c)
        ends[kNumber - kString][static_cast<unsigned char>(c)] = true;
    ends[kLiteral - kString]['e'] = ends[kLiteral - kString]['l'] = true;
    return ends;
}();

constexpr std::array<std::int8_t, kTokenKinds> kDepthStep{0, 1, 1, -1, 0, 0, 0, 0, 0};

bool isOddZero(const char* number)
{
    return number[0] == '0' && (isDigit(number[1]) || (number[1] | 0x20) == 'x');
}

} // namespace

StructureFinder::StructureFinder() = default;
StructureFinder::~StructureFinder() = default;
StructureFinder::StructureFinder(StructureFinder&&) noexcept = default;
StructureFinder& StructureFinder::operator=(StructureFinder&&) noexcept = default;

bool StructureFinder::find(std::string_view text, Structure& structure)
{
    if (text.empty() || text.size() > kMaxBytes)
        return false;
    if (!m_implementation || text.size() > m_capacity) {
        const std::size_t capacity = std::max<std::size_t>(text.size(), 1U << 16);
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(
                capacity, kMaxDepth, m_implementation) != simdjson::SUCCESS)
            return false;
        m_capacity = capacity;
    }
    if (m_implementation->stage1(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                 simdjson::stage1_mode::regular) != simdjson::SUCCESS)
        return false;
    structure = {text, m_implementation->structural_indexes.get(), m_implementation->n_structural_indexes};
    return true;
}

std::uint32_t skipContainer(const Structure& structure, std::uint32_t i)
{
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index;
    const std::uint32_t begin = i;
    const auto byteAt = [text](std::uint32_t at) { return static_cast<unsigned char>(text[at]); };
    unsigned kind = kKindOf[byteAt(index[i])];
    bool isDoubtful = false;
    std::int32_t depth = 1;
    for (++i; i < structure.count; ++i) {
        const unsigned next = kKindOf[byteAt(index[i])];
        isDoubtful |= (kFollowers[kind] >> next & 1U) == 0;
        kind = next;
        if (kind >= kString) {
            std::uint32_t end =
                i + 1 < structure.count ? index[i + 1] : static_cast<std::uint32_t>(structure.text.size());
            while (isJsonSpace(text[--end])) {
            }
            isDoubtful |= !kEndsWell[kind - kString][byteAt(end)] || (kind != kNumber && end == index[i]) ||
                          (kind == kNumber && isOddZero(text + index[i]));
            isDoubtful |= kind == kLiteral && !isJsonLiteral(structure.scalar(i));
        } else {
            depth += kDepthStep[kind];
            if (depth == 0)
                return isDoubtful ? skipValue(structure, begin) : i + 1;
        }
    }
    return 0;
}

std::uint32_t skipValue(const Structure& structure, std::uint32_t i)
{
    std::array<std::uint64_t, kMaxDepth / 64> isObject; // one bit a level
    std::size_t depth = 0;
    const auto inObject = [&] { return (isObject[(depth - 1) / 64] >> ((depth - 1) % 64) & 1U) != 0; };
    for (;;) {
        // A value begins here.
        if (i >= structure.count)
            return 0;
        const char c = structure.at(i);
        if (c == '{' || c == '[') {
            if (depth == kMaxDepth || i + 1 >= structure.count)
                return 0;
            const bool isEmpty = structure.at(i + 1) == (c == '{' ? '}' : ']');
            if (!isEmpty) {
                const std::uint64_t bit = std::uint64_t{1} << (depth % 64);
                std::uint64_t& word = isObject[depth / 64];
                word = c == '{' ? word | bit : word & ~bit;
                ++depth;
                ++i;
                if (c == '[')
                    continue;
            } else {
                i += 2;
            }
            if (isEmpty && depth == 0)
                return i;
            if (!isEmpty) {
                // The first key of an object.
                if (i + 2 >= structure.count || structure.at(i) != '"' || structure.at(i + 1) != ':' ||
                    !isScalarToken(structure.scalar(i)))
                    return 0;
                i += 2;
                continue;
            }
        } else {
            if (c == '}' || c == ']' || c == ',' || c == ':' || !isScalarToken(structure.scalar(i)))
                return 0;
            ++i;
            if (depth == 0)
                return i;
        }
        // Behind a value: a comma, or one or more closing brackets.
        for (;;) {
            if (i >= structure.count)
                return 0;
            const char after = structure.at(i);
            if (after == (inObject() ? '}' : ']')) {
                ++i;
                if (--depth == 0)
                    return i;
                continue;
            }
            if (after != ',')
                return 0;
            ++i;
            break;
        }
        if (inObject()) {
            if (i + 2 >= structure.count || structure.at(i) != '"' || structure.at(i + 1) != ':' ||
                !isScalarToken(structure.scalar(i)))
                return 0;
            i += 2;
        }
    }
}

} // namespace twintrace
