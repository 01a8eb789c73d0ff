// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/import_report.h"

#include <algorithm>

namespace twintrace
{

bool ImportReport::hasDataLoss() const
{
    return std::ranges::any_of(
        problems, [](const ImportProblem& problem) { return problem.severity == Severity::DataLoss; });
}

} // namespace twintrace
