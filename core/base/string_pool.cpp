// SPDX-License-Identifier: MIT
#include "core/base/string_pool.h"

namespace twintrace
{

StringId StringPool::intern(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    const std::string& kept = m_storage.emplace_back(text);
    const StringId id(static_cast<StringId::rep>(m_texts.size()));
    m_texts.emplace_back(kept);
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
    std::size_t sum = 0;
    for (const std::string& text : m_storage)
        sum += sizeof(text) + (text.size() > 15 ? text.capacity() + 1 : 0);
    return sum + m_texts.capacity() * sizeof(std::string_view) + m_ids.size() * 48;
}

} // namespace twintrace
