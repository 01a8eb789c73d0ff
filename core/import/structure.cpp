// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/structure.h"

#include <simdjson.h>

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr std::size_t kMaxDepth = 1024; // simdjson's own limit

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
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index;
    const std::uint32_t count = structure.count;
    std::array<char, kMaxDepth> closers; // of the brackets that are open
    std::size_t depth = 0;
    for (;;) { // i is the begin of a value
        if (i >= count)
            return 0;
        const std::uint32_t first = index[i];
        const std::uint32_t next = index[i + 1]; // the first stage puts the end of the text behind the last
        if (isPlainScalar(text, first, next)) {
            ++i;
        } else if (const char bracket = text[first]; bracket == '{' || bracket == '[') {
            if (depth == kMaxDepth)
                return 0;
            const auto closer = static_cast<char>(bracket + 2); // ASCII: '{' and '}', '[' and ']'
            closers[depth++] = closer;
            ++i;
            if (i >= count)
                return 0;
            if (text[index[i]] != closer) {
                if (bracket == '{') {
                    if (!isKey(structure, i))
                        return 0;
                    i += 2;
                }
                continue;
            }
        } else if (isGoodScalar(text, first, lastByteBefore(text, next))) {
            ++i;
        } else {
            return 0;
        }
        for (;;) { // i is what stands behind a value
            if (depth == 0)
                return i;
            if (i >= count)
                return 0;
            const char c = text[index[i++]];
            const char closer = closers[depth - 1];
            if (c == ',') {
                if (closer == '}') {
                    if (!isKey(structure, i))
                        return 0;
                    i += 2;
                }
                break;
            }
            if (c != closer)
                return 0;
            --depth;
        }
    }
}

} // namespace twintrace
