// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timeline/time_scale.h"

#include <string>
#include <vector>

namespace twintrace
{

struct RulerTick {
    Nanoseconds time = 0;
    bool isMajor = false; ///< has a label and a grid line
    std::string label;    ///< time since `zero`: "1.2 ms"
};

/// Ticks at 1, 2 or 5 times a power of ten nanoseconds, majors at least `leastPixels` apart, four or five
/// minors between two of them. `zero` is the time that reads 0.
[[nodiscard]] std::vector<RulerTick> rulerTicks(const TimeScale& scale, double leastPixels,
                                                Nanoseconds zero = 0);

/// The distance of two major ticks that rulerTicks() would take.
[[nodiscard]] Nanoseconds majorStep(const TimeScale& scale, double leastPixels);

/// A time as the ruler writes it: as many digits as a step needs, one unit for all ticks of a ruler.
[[nodiscard]] std::string rulerLabel(Nanoseconds time, Nanoseconds step);

} // namespace twintrace
