// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace twintrace
{

/// How far a long job is, and the wish to stop it. The job writes, any other thread reads or cancels; no
/// locks.
class Progress
{
  public:
    void setTotal(std::uint64_t total) { m_total.store(total, std::memory_order_relaxed); }
    void add(std::uint64_t done) { m_done.fetch_add(done, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t total() const { return m_total.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t done() const { return m_done.load(std::memory_order_relaxed); }

    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> m_total{0};
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<bool> m_cancelled{false};
};

} // namespace twintrace
