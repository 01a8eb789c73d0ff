// SPDX-License-Identifier: MIT
#include "capture/cupti/record_window.h"

namespace twintrace
{

void RecordWindow::open(Nanoseconds begin, bool areCallsRecorded)
{
    m_areCallsRecorded = areCallsRecorded;
    m_begin = begin;
    m_end = std::numeric_limits<Nanoseconds>::max();
    m_outside.clear();
}

std::uint64_t RecordWindow::trim(GpuRecords& batch)
{
    std::uint64_t removed = 0;
    removed += std::erase_if(batch.calls, [&](const CallRecord& call) {
        if (holds(call.begin))
            return false;
        m_outside.insert(call.correlation);
        return true;
    });
    const auto isForeign = [&](const GpuWork& work) {
        if (m_outside.contains(work.correlation))
            return true;
        if (!work.isTimed())
            return false;
        if (work.begin < m_begin) // launched before its calls were recorded
            return true;
        return !m_areCallsRecorded && !holds(work.begin);
    };
    removed +=
        std::erase_if(batch.kernels, [&](const KernelRecord& kernel) { return isForeign(kernel.work); });
    removed += std::erase_if(batch.copies, [&](const CopyRecord& copy) { return isForeign(copy.work); });
    removed += std::erase_if(batch.syncs, [&](const SyncRecord& sync) { return !holds(sync.begin); });
    removed += std::erase_if(batch.overheads,
                             [&](const OverheadRecord& overhead) { return !holds(overhead.begin); });
    removed += std::erase_if(batch.ranges, [&](const RangeRecord& range) { return !holds(range.begin); });
    return removed;
}

} // namespace twintrace
