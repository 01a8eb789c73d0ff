// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runner/run_plan.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace twintrace
{
namespace
{

Nanoseconds medianOf(std::span<const Nanoseconds> durations)
{
    std::vector<Nanoseconds> sorted(durations.begin(), durations.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

Nanoseconds inNanoseconds(double seconds)
{
    // An hour at most: the app sends seconds, and a wild number must not overflow.
    return static_cast<Nanoseconds>(std::clamp(std::isfinite(seconds) ? seconds : 0.0, 0.0, 3600.0) * 1e9);
}

} // namespace

Nanoseconds steadyNow()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Result<Nanoseconds> timeCall(ModelRunner& runner)
{
    const Nanoseconds begin = steadyNow();
    {
        auto outputs = runner.run();
        if (!outputs)
            return tl::unexpected(std::move(outputs.error()));
        TWINTRACE_TRY(runner.synchronize());
    }
    return steadyNow() - begin;
}

bool isSteady(std::span<const Nanoseconds> durations, double drift)
{
    const std::size_t window = std::clamp<std::size_t>(durations.size() / 5, 5, 50);
    if (durations.size() < 2 * window)
        return false;
    const auto earlier =
        static_cast<double>(medianOf(durations.subspan(durations.size() - 2 * window, window)));
    const auto latest = static_cast<double>(medianOf(durations.last(window)));
    return std::fabs(latest - earlier) <= drift * earlier;
}

Result<protocol::WarmedEvent> warmUp(ModelRunner& runner, const protocol::WarmUpCommand& plan)
{
    protocol::WarmedEvent warmed;
    const Nanoseconds begin = steadyNow(), most = inNanoseconds(plan.mostSeconds);
    for (;;) {
        auto duration = timeCall(runner);
        if (!duration)
            return tl::unexpected(std::move(duration.error()));
        warmed.durations.push_back(*duration);
        if (static_cast<std::int64_t>(warmed.durations.size()) >= plan.leastCalls) {
            warmed.isSteady = isSteady(warmed.durations, plan.drift);
            if (warmed.isSteady || steadyNow() - begin >= most)
                break;
        }
    }
    warmed.calls = static_cast<std::int64_t>(warmed.durations.size());
    return warmed;
}

Result<protocol::RoundEvent> runRound(ModelRunner& runner, const protocol::RoundCommand& plan)
{
    if (auto settling = timeCall(runner); !settling)
        return tl::unexpected(std::move(settling.error()));
    protocol::RoundEvent round;
    round.durations.reserve(1024);
    const Nanoseconds begin = steadyNow(), least = inNanoseconds(plan.seconds);
    do {
        auto duration = timeCall(runner);
        if (!duration)
            return tl::unexpected(std::move(duration.error()));
        round.durations.push_back(*duration);
    } while (steadyNow() - begin < least || static_cast<int>(round.durations.size()) < plan.leastCalls);
    return round;
}

} // namespace twintrace
