// SPDX-License-Identifier: MIT
#include "capture/cupti/buffer_pool.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace twintrace
{

Result<std::unique_ptr<BufferPool>> BufferPool::create(std::size_t bufferBytes, std::size_t budgetBytes)
{
    constexpr std::size_t kPageBytes = 4096; // also more than the 8 byte alignment that CUPTI asks for
    bufferBytes = std::max((bufferBytes + kPageBytes - 1) / kPageBytes * kPageBytes, kPageBytes);
    const std::size_t capacity = std::max<std::size_t>(budgetBytes / bufferBytes, 1);
    void* memory = ::mmap(nullptr, capacity * bufferBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED)
        return fail(ErrorCode::OutOfMemory,
                    "There are not " + std::to_string(capacity * bufferBytes / 1'000'000) +
                        " MB free for the recorder's buffers; give it a smaller budget.");
    return std::unique_ptr<BufferPool>(
        new BufferPool(static_cast<std::uint8_t*>(memory), bufferBytes, capacity));
}

BufferPool::BufferPool(std::uint8_t* memory, std::size_t bufferBytes, std::size_t capacity)
    : m_memory(memory), m_bufferBytes(bufferBytes), m_capacity(capacity), m_states(capacity, State::Free)
{
    m_free.reserve(capacity);
    m_filled.reserve(capacity);
    for (std::size_t i = capacity; i-- > 0;)
        m_free.push_back(i);
}

BufferPool::~BufferPool()
{
    ::munmap(m_memory, m_capacity * m_bufferBytes);
}

std::size_t BufferPool::indexOf(const std::uint8_t* buffer) const
{
    const auto offset = static_cast<std::size_t>(buffer - m_memory);
    if (buffer < m_memory || offset >= m_capacity * m_bufferBytes || offset % m_bufferBytes != 0)
        return m_capacity;
    return offset / m_bufferBytes;
}

std::uint8_t* BufferPool::acquire() noexcept
{
    const std::lock_guard lock(m_mutex);
    if (m_free.empty()) {
        ++m_refusals;
        return nullptr;
    }
    const std::size_t index = m_free.back();
    m_free.pop_back();
    m_states[index] = State::WithCupti;
    m_mostInUse = std::max(m_mostInUse, m_capacity - m_free.size());
    return m_memory + index * m_bufferBytes;
}

void BufferPool::complete(std::uint8_t* buffer, std::size_t validBytes) noexcept
{
    const std::lock_guard lock(m_mutex);
    const std::size_t index = indexOf(buffer);
    if (index == m_capacity || m_states[index] != State::WithCupti) {
        ++m_foreignBuffers;
        return;
    }
    m_states[index] = State::Filled;
    m_filled.push_back({buffer, std::min(validBytes, m_bufferBytes)});
}

std::vector<FilledBuffer> BufferPool::takeFilled()
{
    std::vector<FilledBuffer> taken;
    taken.reserve(m_capacity);
    const std::lock_guard lock(m_mutex);
    taken.assign(m_filled.begin(), m_filled.end());
    m_filled.clear(); // keeps its room
    return taken;
}

void BufferPool::giveBack(FilledBuffer buffer)
{
    std::memset(buffer.bytes, 0, buffer.validBytes);
    const std::lock_guard lock(m_mutex);
    const std::size_t index = indexOf(buffer.bytes);
    if (index == m_capacity || m_states[index] != State::Filled)
        return;
    m_states[index] = State::Free;
    m_free.push_back(index);
}

std::uint64_t BufferPool::refusals() const
{
    const std::lock_guard lock(m_mutex);
    return m_refusals;
}

std::uint64_t BufferPool::foreignBuffers() const
{
    const std::lock_guard lock(m_mutex);
    return m_foreignBuffers;
}

std::size_t BufferPool::mostInUse() const
{
    const std::lock_guard lock(m_mutex);
    return m_mostInUse;
}

bool BufferPool::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return std::find(m_states.begin(), m_states.end(), State::WithCupti) == m_states.end();
}

} // namespace twintrace
