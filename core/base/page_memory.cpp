// SPDX-License-Identifier: MIT
#include "core/base/page_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace twintrace
{
namespace
{

constexpr std::uintptr_t kHugePageBytes = std::uintptr_t{2} << 20;
constexpr std::uintptr_t kSmallPageBytes = 4096;

} // namespace

void adviseHugePages(void* address, std::size_t bytes)
{
    const auto begin =
        (reinterpret_cast<std::uintptr_t>(address) + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(address) + bytes) & ~(kHugePageBytes - 1);
    if (address && begin < end)
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

// Whole huge pages need an aligned address, which mmap does not promise: ask for more and trim both ends.
// Small blocks take small pages.
PageBlock::PageBlock(std::size_t bytes)
{
    if (bytes <= kHugePageBytes / 2) {
        m_bytes = (std::max<std::size_t>(bytes, 1) + kSmallPageBytes - 1) & ~(kSmallPageBytes - 1);
        m_address = ::mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m_address == MAP_FAILED) {
            m_address = nullptr;
            throw std::bad_alloc();
        }
        return;
    }
    const std::size_t rounded = (bytes + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
    void* wide =
        ::mmap(nullptr, rounded + kHugePageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (wide == MAP_FAILED)
        throw std::bad_alloc();
    const auto start = reinterpret_cast<std::uintptr_t>(wide);
    const auto aligned = (start + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
    if (aligned > start)
        ::munmap(wide, aligned - start);
    const std::uintptr_t end = start + rounded + kHugePageBytes;
    if (end > aligned + rounded)
        ::munmap(reinterpret_cast<void*>(aligned + rounded), end - aligned - rounded);
    m_address = reinterpret_cast<void*>(aligned);
    m_bytes = rounded;
    adviseHugePages(m_address, m_bytes);
}

PageBlock::~PageBlock()
{
    if (m_address)
        ::munmap(m_address, m_bytes);
}

} // namespace twintrace
