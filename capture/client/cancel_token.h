// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

namespace twintrace
{

/// The wish to stop, shared by whoever may cancel and whoever must notice within a tick.
class CancelToken
{
  public:
    void cancel() { m_isCancelled->store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled->load(std::memory_order_relaxed); }

  private:
    std::shared_ptr<std::atomic<bool>> m_isCancelled = std::make_shared<std::atomic<bool>>(false);
};

} // namespace twintrace
