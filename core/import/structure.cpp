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

// Character classes of numbers: a quick yes for plain digits, the exact rule for the rest.
bool isNumberToken(std::string_view raw)
{
    std::size_t i = raw[0] == '-' ? 1 : 0;
    if (i == raw.size() || !isDigit(raw[i]))
        return false;
    if (raw[i] != '0') {
        while (i < raw.size() && isDigit(raw[i]))
            ++i;
        if (i == raw.size())
            return true;
    }
    return isJsonNumber(raw);
}

bool isScalarToken(std::string_view raw)
{
    return raw[0] == '"' ? raw.size() >= 2 && raw.back() == '"' : isNumberToken(raw) || isJsonLiteral(raw);
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
