// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/compare_options.h"

#include "capture/client/variant_catalog.h"

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

std::optional<Error> problemOf(const CompareOptions& options)
{
    if (options.model.empty())
        return Error{ErrorCode::Usage,
                     "No model was named; give mlp, transformer, a .pt2 file or file.py:function.",
                     {}};
    for (const std::string& id : options.variants) {
        if (findVariantKind(id) == nullptr) {
            std::string known;
            for (const VariantKind& kind : allVariants())
                known += (known.empty() ? "" : ", ") + std::string(kind.id);
            return Error{ErrorCode::Usage, "There is no variant '" + id + "'; there are: " + known + ".", {}};
        }
    }
    for (const std::int64_t batch : options.batches) {
        if (batch < 1)
            return Error{
                ErrorCode::Usage, "A batch size is 1 or more, not " + std::to_string(batch) + ".", {}};
    }
    if (options.device != "cpu" && !isCudaDevice(options.device))
        return Error{
            ErrorCode::Usage, "There is no device '" + options.device + "'; give cpu, cuda or cuda:N.", {}};
    return std::nullopt;
}

} // namespace twintrace
