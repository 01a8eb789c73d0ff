// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/tick_clock.h"

#include "core/base/clock_bridge.h"

#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace twintrace
{
namespace
{

bool isCounterInvariant()
{
#if defined(__x86_64__)
    constexpr unsigned kPowerLeaf = 0x80000007;
    constexpr unsigned kInvariantBit = 1U << 8U;
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(kPowerLeaf, &eax, &ebx, &ecx, &edx) != 0 && (edx & kInvariantBit) != 0;
#else
    return false;
#endif
}

} // namespace

const bool TickClock::kIsInvariant = isCounterInvariant();

Nanoseconds TickClock::monotonic()
{
    return monotonicNow();
}

void TickScale::mark()
{
    // Of several tries the one that was least disturbed.
    Instant best;
    Nanoseconds least = std::numeric_limits<Nanoseconds>::max();
    for (int attempt = 0; attempt < 8; ++attempt) {
        const Nanoseconds before = monotonicNow();
        const std::int64_t ticks = TickClock::now();
        const Nanoseconds after = monotonicNow();
        if (after - before < least) {
            least = after - before;
            best = {ticks, before + (after - before) / 2};
        }
    }
    (m_marks++ == 0 ? m_first : m_last) = best;
}

Nanoseconds TickScale::monotonic(std::int64_t ticks) const
{
    const std::int64_t length = m_last.ticks - m_first.ticks;
    if (m_marks < 2 || length <= 0)
        return m_first.monotonic;
    const double nanosecondsPerTick =
        static_cast<double>(m_last.monotonic - m_first.monotonic) / static_cast<double>(length);
    return m_first.monotonic +
           static_cast<Nanoseconds>(static_cast<double>(ticks - m_first.ticks) * nanosecondsPerTick);
}

} // namespace twintrace
