// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace twintrace
{

/// The processor's time stamp counter, which is read in half the time of the system's clock, where it runs at
/// one speed on all cores; elsewhere CLOCK_MONOTONIC itself.
class TickClock
{
  public:
    [[nodiscard]] static std::int64_t now()
    {
#if defined(__x86_64__)
        if (kIsInvariant)
            return static_cast<std::int64_t>(__rdtsc());
#endif
        return monotonic();
    }

  private:
    [[nodiscard]] static Nanoseconds monotonic();
    static const bool kIsInvariant;
};

/// Turns ticks into CLOCK_MONOTONIC: one instant on both clocks from each end of a recording, and a straight
/// line between them.
class TickScale
{
  public:
    /// One end; the first call is the begin, each later one the end.
    void mark();
    void reset() { m_marks = 0; }
    [[nodiscard]] Nanoseconds monotonic(std::int64_t ticks) const;

  private:
    struct Instant {
        std::int64_t ticks = 0;
        Nanoseconds monotonic = 0;
    };
    Instant m_first, m_last;
    int m_marks = 0;
};

} // namespace twintrace
