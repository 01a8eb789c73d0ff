// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/device_work.h"
#include "core/model/trace.h"

#include <array>
#include <string_view>
#include <vector>

namespace twintrace
{

/// Why a device or stream stood still. The order is the one shown everywhere.
enum class GapCause : std::uint8_t {
    HostWait,   ///< the next launch was issued after the device had run dry
    KernelWait, ///< the next work was already queued: back to back
    Sync,       ///< the host sat in a synchronisation
    Copy,       ///< a memcpy or memset filled it
    Other,      ///< no launch is known
};
inline constexpr std::array<GapCause, 5> kGapCauses = {GapCause::HostWait, GapCause::KernelWait,
                                                       GapCause::Sync, GapCause::Copy, GapCause::Other};
[[nodiscard]] std::string_view gapCauseKey(GapCause cause);   ///< "host_wait" …, as in JSON
[[nodiscard]] std::string_view gapCauseTitle(GapCause cause); ///< "host wait" …, for people

inline constexpr Nanoseconds kCountedGap = 1000; ///< gaps count when longer than 1.000 µs

/// Time between the end of work and the next start.
struct Gap {
    Nanoseconds begin = 0;
    Nanoseconds end = 0;
    GapCause cause = GapCause::Other;
    EventId before;  ///< the work that ended last
    EventId after;   ///< the work that ended the gap
    StreamId stream; ///< of `after`
    [[nodiscard]] Nanoseconds length() const { return end - begin; }
};

struct GapTotal {
    std::int64_t count = 0;
    Nanoseconds time = 0;
};

/// Counted gaps by cause; the five partition the total.
struct GapTotals {
    std::array<GapTotal, 5> byCause{};
    GapTotal total;
    void add(const Gap& gap);
    [[nodiscard]] const GapTotal& of(GapCause cause) const
    {
        return byCause[static_cast<std::size_t>(cause)];
    }
};

/// What one stream did, kernels only (copies and fills are no kernels).
struct StreamSummary {
    StreamId stream;
    std::int64_t kernels = 0;
    Nanoseconds sum = 0; ///< as written in the file, bad durations included
    Nanoseconds unionTime = 0;
    std::int64_t gapsOver0 = 0, gapsOver1us = 0;
    Nanoseconds gapTime = 0; ///< of gaps over 1 µs
    Nanoseconds longestGap = 0;
    std::int64_t overlaps = 0; ///< kernels that start before an earlier one of the stream has ended
    Nanoseconds overlapTime = 0;
};

/// One summary a stream that ran timed kernels, in the order of Trace::streams.
[[nodiscard]] std::vector<StreamSummary> summariseStreams(const Trace& trace);

/// Gaps over 1 µs on each stream, between kernels only; by stream, then time.
[[nodiscard]] std::vector<Gap> streamGaps(const Trace& trace);

/// Gaps over `atLeast` of each device as a whole: no kernel, copy or fill of any of its streams ran. By
/// device, then time.
[[nodiscard]] std::vector<Gap> deviceGaps(const Trace& trace, Nanoseconds atLeast = kCountedGap);

/// The most that any stream's queue held: work launched and not yet started, seen at each start. Work whose
/// launch is unknown never enters.
[[nodiscard]] std::int64_t deepestQueue(const Trace& trace);

} // namespace twintrace
