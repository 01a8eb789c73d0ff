// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/tracks.h"
#include "core/timeline/time_scale.h"

#include <vector>

namespace twintrace
{

/// What a counter did during one pixel column: a counter keeps its value until the next sample.
struct CounterColumn {
    double low = 0;
    double high = 0;
    bool hasValue = false; ///< false before the first sample
};

struct CounterShape {
    std::vector<CounterColumn> columns; ///< one a pixel
    double least = 0;                   ///< over the whole series, 0 included
    double most = 0;
};

[[nodiscard]] CounterShape shapeOfCounter(const CounterSeries& series, const TimeScale& scale);

/// The value at a time; none before the first sample.
[[nodiscard]] bool counterValueAt(const CounterSeries& series, Nanoseconds time, double& value);

} // namespace twintrace
