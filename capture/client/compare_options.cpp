// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/compare_options.h"

#include <algorithm>

namespace twintrace
{

MeasuringPlan measuringPlan(Thoroughness thoroughness)
{
    MeasuringPlan plan;
    if (thoroughness == Thoroughness::Quick) {
        plan.targetIntervalRatio = 0.03;
        plan.leastRounds = 4;
        plan.roundSeconds = 0.1;
        plan.mostRoundSeconds = 3;
        plan.mostWarmUpSeconds = 1;
        plan.recordedIterations = 3;
    } else if (thoroughness == Thoroughness::Thorough) {
        plan.targetIntervalRatio = 0.003;
        plan.leastRounds = 20;
        plan.roundSeconds = 0.25;
        plan.mostRoundSeconds = 60;
        plan.mostWarmUpSeconds = 10;
        plan.recordedIterations = 10;
    }
    return plan;
}

void StepLimits::clampTo(std::chrono::milliseconds most)
{
    for (std::chrono::milliseconds* limit : {&hello, &prepare, &compile, &load, &first, &measure, &record})
        *limit = std::min(*limit, most);
}

} // namespace twintrace
