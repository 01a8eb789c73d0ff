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

class Skip
{
  public:
    explicit Skip(const Structure& structure)
        : m_text(structure.text.data()), m_index(structure.index), m_count(structure.count)
    {
    }

    std::uint32_t value(std::uint32_t i, unsigned depth) const
    {
        const char first = at(i);
        if (first == '{')
            return object(i, depth);
        return first == '[' ? array(i, depth) : scalar(i);
    }

  private:
    [[nodiscard]] char at(std::uint32_t i) const { return m_text[m_index[i]]; }

    [[nodiscard]] std::uint32_t scalar(std::uint32_t i) const
    {
        // The first stage puts the end of the text behind the last index.
        return isGoodScalar(m_text, m_index[i], lastByteBefore(m_text, m_index[i + 1])) ? i + 1 : 0;
    }

    std::uint32_t object(std::uint32_t i, unsigned depth) const
    {
        if (depth == kMaxDepth)
            return 0;
        ++i;
        if (i < m_count && at(i) == '}')
            return i + 1;
        for (;; ++i) {
            if (i + 3 >= m_count || at(i) != '"' || at(i + 1) != ':' ||
                m_text[lastByteBefore(m_text, m_index[i + 1])] != '"')
                return 0;
            i = value(i + 2, depth + 1);
            if (i == 0 || i >= m_count)
                return 0;
            if (at(i) == '}')
                return i + 1;
            if (at(i) != ',')
                return 0;
        }
    }

    std::uint32_t array(std::uint32_t i, unsigned depth) const
    {
        if (depth == kMaxDepth)
            return 0;
        ++i;
        if (i < m_count && at(i) == ']')
            return i + 1;
        for (;; ++i) {
            if (i + 1 >= m_count)
                return 0;
            i = value(i, depth + 1);
            if (i == 0 || i >= m_count)
                return 0;
            if (at(i) == ']')
                return i + 1;
            if (at(i) != ',')
                return 0;
        }
    }

    const char* m_text;
    const std::uint32_t* m_index;
    std::uint32_t m_count;
};

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
    return i < structure.count ? Skip(structure).value(i, 0) : 0;
}

} // namespace twintrace
