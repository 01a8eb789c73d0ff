// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/counter_shape.h"

#include <algorithm>
#include <cmath>

namespace twintrace
{

CounterShape shapeOfCounter(const CounterSeries& series, const TimeScale& scale)
{
    CounterShape shape;
    const auto pixels = static_cast<int>(std::ceil(scale.width()));
    shape.columns.resize(static_cast<std::size_t>(pixels));
    if (series.time.empty())
        return shape;
    const auto [least, most] = std::minmax_element(series.value.begin(), series.value.end());
    shape.least = std::min(*least, 0.0);
    shape.most = std::max(*most, 0.0);
    auto next = std::upper_bound(series.time.begin(), series.time.end(), scale.window().begin);
    bool hasValue = next != series.time.begin();
    double value = hasValue ? series.value[static_cast<std::size_t>(next - series.time.begin()) - 1] : 0;
    for (int pixel = 0; pixel < pixels; ++pixel) {
        CounterColumn& column = shape.columns[static_cast<std::size_t>(pixel)];
        column = {value, value, hasValue};
        const Nanoseconds end = scale.timeAt(pixel + 1);
        for (; next != series.time.end() && *next < end; ++next) {
            value = series.value[static_cast<std::size_t>(next - series.time.begin())];
            if (!column.hasValue)
                column = {value, value, true};
            column.low = std::min(column.low, value);
            column.high = std::max(column.high, value);
            hasValue = true;
        }
    }
    return shape;
}

bool counterValueAt(const CounterSeries& series, Nanoseconds time, double& value)
{
    const auto after = std::upper_bound(series.time.begin(), series.time.end(), time);
    if (after == series.time.begin())
        return false;
    value = series.value[static_cast<std::size_t>(after - series.time.begin()) - 1];
    return true;
}

} // namespace twintrace
