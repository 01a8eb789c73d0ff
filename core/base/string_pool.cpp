// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

// A block doubles the one before: a small pool stays small, and a large one has few blocks.
constexpr std::size_t kFirstBlock = 4096;
constexpr std::size_t kLargestBlock = std::size_t(1) << 20U;

} // namespace

std::string_view StringPool::keep(std::string_view text)
{
    if (text.empty())
        return "";
    if (m_blocks.empty() || text.size() > m_blockSize - m_used) {
        const std::size_t next = m_blocks.empty() ? kFirstBlock : std::min(2 * m_blockSize, kLargestBlock);
        const std::size_t size = std::max(text.size(), next);
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(size));
        m_blockSize = size;
        m_blockBytes += size;
        m_used = 0;
    }
    char* const place = m_blocks.back().get() + m_used;
    std::memcpy(place, text.data(), text.size());
    m_used += text.size();
    return {place, text.size()};
}

StringId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    const StringId id(static_cast<StringId::rep>(m_texts.size()));
    m_texts.push_back(keep(text));
    m_ids.emplace(m_texts.back(), id);
    return id;
}

StringId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? StringId() : found->second;
}

std::size_t StringPool::bytes() const
{
    return m_blockBytes + m_texts.capacity() * sizeof(std::string_view) + m_ids.size() * 48;
}

} // namespace twintrace
