// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/ruler.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace twintrace
{
namespace
{

struct Unit {
    Nanoseconds nanoseconds;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits = {{{1, "ns"}, {1'000, "µs"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};

Nanoseconds floorTo(Nanoseconds time, Nanoseconds step)
{
    const Nanoseconds rest = ((time % step) + step) % step;
    return saturatingSubtract(time, rest);
}

} // namespace

Nanoseconds majorStep(const TimeScale& scale, double leastPixels)
{
    const double wanted = scale.nanosecondsPerPixel() * leastPixels;
    Nanoseconds power = 1;
    while (true) {
        for (const Nanoseconds digit : {1, 2, 5}) {
            if (static_cast<double>(digit * power) >= wanted)
                return digit * power;
        }
        if (power >= 1'000'000'000'000'000'000)
            return power;
        power *= 10;
    }
}

std::string rulerLabel(Nanoseconds time, Nanoseconds step)
{
    if (time == 0)
        return "0";
    // The unit of the time itself, but not so large that the step would need more than three decimals.
    const std::uint64_t magnitude =
        time < 0 ? std::uint64_t(0) - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() &&
           magnitude >= static_cast<std::uint64_t>(kUnits[unit + 1].nanoseconds) &&
           step * 1000 >= kUnits[unit + 1].nanoseconds)
        ++unit;
    const auto size = static_cast<std::uint64_t>(kUnits[unit].nanoseconds);
    std::string text = std::to_string(magnitude / size);
    std::uint64_t rest = magnitude % size;
    std::string decimals;
    for (std::uint64_t place = size / 10; place > 0 && rest > 0; place /= 10) {
        decimals += static_cast<char>('0' + rest / place);
        rest %= place;
    }
    if (!decimals.empty())
        text += "." + decimals;
    return (time < 0 ? "−" : "") + text + " " + kUnits[unit].name;
}

std::vector<RulerTick> rulerTicks(const TimeScale& scale, double leastPixels, Nanoseconds zero)
{
    std::vector<RulerTick> ticks;
    const Nanoseconds major = majorStep(scale, std::max(leastPixels, 8.0));
    const Nanoseconds minor = std::max<Nanoseconds>(major % 5 == 0 ? major / 5 : major / 4, 1);
    const TimeWindow window = scale.window();
    const Nanoseconds first = floorTo(saturatingSubtract(window.begin, zero), minor);
    const Nanoseconds last = saturatingSubtract(window.end, zero);
    constexpr std::size_t kMostTicks = 4000; // a screen 8,000 pixels wide has 1,000 majors at most
    for (Nanoseconds since = first; since <= last && ticks.size() < kMostTicks;
         since = saturatingAdd(since, minor)) {
        const Nanoseconds time = saturatingAdd(since, zero);
        if (time < window.begin)
            continue;
        RulerTick tick;
        tick.time = time;
        tick.isMajor = since % major == 0;
        if (tick.isMajor)
            tick.label = rulerLabel(since, major);
        ticks.push_back(std::move(tick));
    }
    return ticks;
}

} // namespace twintrace
