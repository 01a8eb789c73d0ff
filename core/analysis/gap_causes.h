// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu_idle.h"

#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Finds why a gap is there. Made once for a trace; then each question is a few binary searches.
class GapCauseFinder
{
  public:
    /// `work` is all timed device work of the trace, sorted by begin (timedDeviceWork).
    GapCauseFinder(const Trace& trace, const std::vector<DeviceItem>& work);

    /// In this order: a copy or fill covers at least half of it → Copy; the launch of what follows is unknown
    /// → Other; that launch had been issued before the gap began (an earlier node of the same graph counts) →
    /// KernelWait; a synchronisation reaches into the part before the launch → Sync; else HostWait.
    [[nodiscard]] GapCause causeOf(const Gap& gap, bool canHoldCopies) const;

  private:
    struct Span {
        Nanoseconds begin = 0;
        Nanoseconds end = 0;
        Nanoseconds latestEnd = 0; ///< of this and all before it
    };
    static void finish(std::vector<Span>& spans);
    static bool reachesInto(const std::vector<Span>& spans, Nanoseconds begin, Nanoseconds end);
    [[nodiscard]] Nanoseconds copiedWithin(StringId device, Nanoseconds begin, Nanoseconds end) const;

    const Trace& m_trace;
    std::unordered_map<StringId, std::vector<Span>> m_copies; // by device
    std::vector<Span> m_syncs;
    std::unordered_map<EventId, Nanoseconds> m_firstStart; // of graph launches: start of their first node
};

} // namespace twintrace
