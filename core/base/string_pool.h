// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/typed_index.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace twintrace
{

struct StringTag;
/// Names an interned text of one StringPool.
using StringId = TypedIndex<StringTag>;

/// Each different text once; the same text gives the same id. Texts never move, so views into the pool stay
/// good. Not thread-safe while texts are added; once nothing is added any thread may read.
class StringPool
{
  public:
    StringId intern(std::string_view text);
    [[nodiscard]] StringId find(std::string_view text) const; ///< invalid when the text was never interned
    [[nodiscard]] std::string_view text(StringId id) const
    {
        return id ? m_texts[id.value()] : std::string_view();
    }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::size_t bytes() const; ///< memory held, about

  private:
    std::deque<std::string> m_storage;
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace twintrace
