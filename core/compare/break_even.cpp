// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/break_even.h"

#include <cmath>

namespace twintrace
{
namespace
{

std::optional<double> callsFor(double addedUs, double baselineUs, double speedup)
{
    if (!(speedup > 0) || !(baselineUs > 0) || !std::isfinite(addedUs))
        return std::nullopt;
    const double savedUs = baselineUs * (1 - 1 / speedup);
    if (addedUs <= 0)
        return savedUs >= 0 ? std::optional<double>(0.0) : std::nullopt;
    if (savedUs <= 0)
        return std::nullopt;
    return addedUs / savedUs;
}

} // namespace

BreakEven breakEven(double addedFirstCallMs, double baselineUs, const RatioEstimate& speedup)
{
    const double addedUs = addedFirstCallMs * 1000;
    return {callsFor(addedUs, baselineUs, speedup.ratio),
            callsFor(addedUs, baselineUs, speedup.interval.high),
            callsFor(addedUs, baselineUs, speedup.interval.low)};
}

} // namespace twintrace
