// SPDX-License-Identifier: MIT
#include "capture/cupti/call_log.h"

#include <algorithm>
#include <bit>

namespace twintrace
{

CallLog::CallLog(std::size_t leastCapacity)
    : m_capacity(std::bit_ceil(std::max<std::size_t>(leastCapacity, 2))), m_slots(new Slot[m_capacity])
{
    for (std::size_t i = 0; i < m_capacity; ++i) // also touches every page, so that no launch has to
        m_slots[i].turn.store(i, std::memory_order_relaxed);
}

void CallLog::add(const CallRecord& call) noexcept
{
    std::uint64_t position = m_head.load(std::memory_order_relaxed);
    for (;;) {
        Slot& slot = m_slots[position & (m_capacity - 1)];
        const std::uint64_t turn = slot.turn.load(std::memory_order_acquire);
        if (turn < position) { // still holds the call of a round ago
            m_dropped.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        if (turn > position) { // another thread was faster
            position = m_head.load(std::memory_order_relaxed);
            continue;
        }
        if (m_head.compare_exchange_weak(position, position + 1, std::memory_order_relaxed)) {
            slot.call = call;
            slot.turn.store(position + 1, std::memory_order_release);
            return;
        }
    }
}

void CallLog::takeInto(std::vector<CallRecord>& calls)
{
    for (;; ++m_tail) {
        Slot& slot = m_slots[m_tail & (m_capacity - 1)];
        if (slot.turn.load(std::memory_order_acquire) != m_tail + 1)
            return;
        calls.push_back(slot.call);
        slot.turn.store(m_tail + m_capacity, std::memory_order_release);
    }
}

} // namespace twintrace
