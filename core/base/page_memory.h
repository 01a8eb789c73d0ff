// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace twintrace
{

/// Asks the kernel for 2 MB pages over the whole pages inside a range that is not touched yet. A first touch
/// of a 4 kB page costs more than filling it, so big columns are faulted in large steps. Only a wish: never
/// fails.
void adviseHugePages(void* address, std::size_t bytes);

/// Gives a vector room for `count` elements on large pages, ready to be filled.
template <class T> void reserveColumn(std::vector<T>& column, std::size_t count)
{
    column.reserve(count);
    adviseHugePages(column.data(), count * sizeof(T));
}

/// The same with `count` value-initialised elements.
template <class T> void resizeColumn(std::vector<T>& column, std::size_t count)
{
    reserveColumn(column, count);
    column.resize(count);
}

/// A block of fresh zeroed memory from the operating system, given back as soon as it is no longer used.
class PageBlock
{
  public:
    PageBlock() = default;
    explicit PageBlock(std::size_t bytes); ///< throws std::bad_alloc
    ~PageBlock();
    PageBlock(PageBlock&& other) noexcept { *this = std::move(other); }
    PageBlock& operator=(PageBlock&& other) noexcept
    {
        std::swap(m_address, other.m_address);
        std::swap(m_bytes, other.m_bytes);
        return *this;
    }
    [[nodiscard]] void* address() const { return m_address; }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

  private:
    void* m_address = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace twintrace
