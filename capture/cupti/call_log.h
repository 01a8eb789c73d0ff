// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace twintrace
{

/// Calls as CUPTI's callbacks tell them, from any thread without a lock into memory made beforehand; one
/// other thread takes them out. When it is full, further calls are counted, not kept.
class CallLog
{
  public:
    /// Room for at least this many calls between two takeInto().
    explicit CallLog(std::size_t leastCapacity);

    void add(const CallRecord& call) noexcept;
    void takeInto(std::vector<CallRecord>& calls);
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }

  private:
    struct Slot {
        std::atomic<std::uint64_t> turn{0}; ///< position: free for it; position + 1: holds its call
        CallRecord call;
    };

    std::size_t m_capacity; ///< a power of two
    std::unique_ptr<Slot[]> m_slots;
    std::atomic<std::uint64_t> m_head{0};
    std::uint64_t m_tail = 0;
    std::atomic<std::uint64_t> m_dropped{0};
};

} // namespace twintrace
