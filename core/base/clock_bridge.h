// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/time.h"

namespace twintrace
{

/// One instant on both clocks: CLOCK_MONOTONIC, on which everything is recorded, and the wall clock, which is
/// written.
struct ClockPair {
    Nanoseconds monotonic = 0;
    Nanoseconds wall = 0;
};

/// CLOCK_MONOTONIC, in ns: the clock of std::chrono::steady_clock on Linux.
[[nodiscard]] Nanoseconds monotonicNow();
/// Reads both clocks; of several tries the one that took least, so that the pair is good to some ten ns.
[[nodiscard]] ClockPair readClocks();

/// The one place where recorded times become wall-clock times. With a pair from each end of a recording the
/// wall clock's drift in between (NTP) is spread evenly; with one pair the offset is constant.
class ClockBridge
{
  public:
    ClockBridge() = default;
    explicit ClockBridge(ClockPair first) : ClockBridge(first, first) {}
    ClockBridge(ClockPair first, ClockPair last) : m_first(first), m_last(last) {}

    [[nodiscard]] Nanoseconds wall(Nanoseconds monotonic) const;
    /// The whole second before the first pair: a base that keeps the times in a file short.
    [[nodiscard]] Nanoseconds base() const { return m_first.wall - m_first.wall % 1'000'000'000; }

  private:
    ClockPair m_first;
    ClockPair m_last;
};

} // namespace twintrace
