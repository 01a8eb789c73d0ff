// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"
#include "core/timeline/timeline_marks.h"

#include <array>
#include <cstdint>
#include <vector>

namespace twintrace
{

/// Count and time of one kind of work in a range; times are cut at the range's ends.
struct RangeTotals {
    std::uint64_t count = 0;
    Nanoseconds sum = 0;
};

struct RangeName {
    StringId name;
    EventKind kind = EventKind::Other;
    RangeTotals totals;
};

/// The figures of a stretch of time that the user marked.
struct RangeSummary {
    TimeWindow window;
    RangeTotals all;
    RangeTotals kernels;                             ///< GPU kernels
    RangeTotals copies;                              ///< device copies and fills
    RangeTotals launches;                            ///< launches that own device work
    Nanoseconds busyUnion = 0;                       ///< time in which any stream ran a kernel, copy or fill
    double busyShare = 0;                            ///< of the range, 0..1
    std::array<RangeTotals, kMarkCauseCount> gaps{}; ///< per-stream gaps by cause, cut at the range's ends
    std::vector<RangeName> topNames; ///< by time; device work where there is any, else outermost CPU events
};

/// Adds up a range over some tracks (empty: all). Takes about 10 ns an event inside; stops early and returns
/// what it has when cancelled.
[[nodiscard]] RangeSummary summarizeRange(const Trace& trace, const TimelineMarks& marks, TimeWindow window,
                                          const std::vector<TrackId>& tracks, Progress& progress,
                                          std::size_t topNames = 10);

} // namespace twintrace
