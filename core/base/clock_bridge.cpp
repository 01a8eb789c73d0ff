// SPDX-License-Identifier: MIT
#include "core/base/clock_bridge.h"

#include <ctime>
#include <limits>

namespace twintrace
{
namespace
{

Nanoseconds read(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<Nanoseconds>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

Nanoseconds monotonicNow()
{
    return read(CLOCK_MONOTONIC);
}

ClockPair readClocks()
{
    ClockPair best;
    Nanoseconds least = std::numeric_limits<Nanoseconds>::max();
    for (int attempt = 0; attempt < 8; ++attempt) {
        const Nanoseconds before = read(CLOCK_MONOTONIC);
        const Nanoseconds wall = read(CLOCK_REALTIME);
        const Nanoseconds after = read(CLOCK_MONOTONIC);
        if (after - before < least) {
            least = after - before;
            best = {before + (after - before) / 2, wall};
        }
    }
    return best;
}

Nanoseconds ClockBridge::wall(Nanoseconds monotonic) const
{
    const Nanoseconds passed = monotonic - m_first.monotonic;
    const Nanoseconds length = m_last.monotonic - m_first.monotonic;
    const Nanoseconds drift = (m_last.wall - m_first.wall) - length;
    Nanoseconds correction = 0;
    if (length > 0) // the drift is small, so a double holds the share of it exactly enough
        correction = static_cast<Nanoseconds>(static_cast<double>(drift) *
                                              (static_cast<double>(passed) / static_cast<double>(length)));
    return m_first.wall + passed + correction;
}

} // namespace twintrace
