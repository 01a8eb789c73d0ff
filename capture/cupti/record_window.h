// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/gpu_records.h"

#include <cstdint>
#include <limits>
#include <unordered_set>

namespace twintrace
{

/// Which records belong to a recording: calls that began inside it and the work they launched, also when it
/// ran after the end. Where calls are not recorded, work belongs when it ran inside.
class RecordWindow
{
  public:
    void open(Nanoseconds begin, bool areCallsRecorded);
    void close(Nanoseconds end) { m_end = end; }

    /// Removes from the batch what does not belong; gives the number removed.
    std::uint64_t trim(GpuRecords& batch);

  private:
    [[nodiscard]] bool holds(Nanoseconds time) const { return time >= m_begin && time < m_end; }

    Nanoseconds m_begin = std::numeric_limits<Nanoseconds>::min();
    Nanoseconds m_end = std::numeric_limits<Nanoseconds>::max();
    bool m_areCallsRecorded = false;
    std::unordered_set<std::uint32_t> m_outside; ///< correlation ids of calls outside the window: few
};

} // namespace twintrace
