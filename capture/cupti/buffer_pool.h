// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace twintrace
{

/// A buffer that CUPTI filled and handed back.
struct FilledBuffer {
    std::uint8_t* bytes = nullptr;
    std::size_t validBytes = 0;
};

/// The memory that CUPTI writes its records into: allocated, touched and zeroed before the recording starts,
/// so that no page fault and no allocation falls on a launch, and never more than the budget. CUPTI's threads
/// call acquire() and complete(), which only move pointers; one other thread takes the filled buffers and
/// gives them back.
class BufferPool
{
  public:
    /// At least one buffer, even when a single one exceeds the budget.
    [[nodiscard]] static Result<std::unique_ptr<BufferPool>> create(std::size_t bufferBytes,
                                                                    std::size_t budgetBytes);
    BufferPool(const BufferPool&) = delete;
    BufferPool& operator=(const BufferPool&) = delete;
    ~BufferPool();

    /// A zeroed buffer, or none when all are in use: the record that wanted it is dropped and counted by
    /// CUPTI.
    [[nodiscard]] std::uint8_t* acquire() noexcept;
    /// Queues a buffer. One that is not ours is counted and otherwise left alone.
    void complete(std::uint8_t* buffer, std::size_t validBytes) noexcept;
    /// Everything completed so far, in order.
    [[nodiscard]] std::vector<FilledBuffer> takeFilled();
    /// Returns a taken buffer, zeroing what was used.
    void giveBack(FilledBuffer buffer);

    [[nodiscard]] std::size_t bufferBytes() const { return m_bufferBytes; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] std::uint64_t refusals() const;       ///< requests that found no buffer
    [[nodiscard]] std::uint64_t foreignBuffers() const; ///< buffers completed that were not ours, or twice
    [[nodiscard]] std::size_t mostInUse() const;        ///< high-water mark
    [[nodiscard]] bool isIdle() const;                  ///< CUPTI holds none of the buffers

  private:
    enum class State : std::uint8_t { Free, WithCupti, Filled };

    BufferPool(std::uint8_t* memory, std::size_t bufferBytes, std::size_t capacity);
    [[nodiscard]] std::size_t indexOf(const std::uint8_t* buffer) const;

    std::uint8_t* m_memory;
    std::size_t m_bufferBytes;
    std::size_t m_capacity;
    mutable std::mutex m_mutex; ///< never held while CUPTI is called
    std::vector<State> m_states;
    std::vector<std::size_t> m_free; ///< indices; room reserved, so that a callback never allocates
    std::vector<FilledBuffer> m_filled;
    std::uint64_t m_refusals = 0;
    std::uint64_t m_foreignBuffers = 0;
    std::size_t m_mostInUse = 0;
};

} // namespace twintrace
