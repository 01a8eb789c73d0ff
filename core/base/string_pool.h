// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/typed_index.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace twintrace
{

struct StringTag;
/// Names an interned text of one StringPool.
using StringId = TypedIndex<StringTag>;

/// Each different text once; the same text gives the same id. Texts never move, so views into the pool stay
/// good, and lie one behind the other in the order of their ids, so reading all of them is as fast as memory.
/// Not thread-safe while texts are added; once nothing is added any thread may read.
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
    std::string_view keep(std::string_view text);

    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockSize = 0; // of the last block
    std::size_t m_used = 0;      // of the last block
    std::size_t m_blockBytes = 0;
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::string_view, StringId> m_ids;
};

} // namespace twintrace
