// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// One batch size of a sweep: time of a call in steady state, µs.
struct SweepPoint {
    std::int64_t batch = 0;
    double eagerUs = 0;
    double compiledUs = 0;
    std::optional<double> eagerKernelUs;    ///< of it in kernels, where recorded
    std::optional<double> compiledKernelUs; ///< the same
};

/// What decides the time of an eager call at a batch size.
enum class SweepRegime : std::uint8_t {
    Unknown,
    OverheadBound, ///< launching and dispatch: a larger batch hardly takes longer
    Mixed,
    ComputeBound, ///< the work itself: twice the batch takes about twice as long
};
[[nodiscard]] std::string_view regimeTitle(SweepRegime regime);

/// Where in a sweep compiling wins, and why.
struct SweepSummary {
    std::vector<SweepRegime> regimes; ///< one a point, in the order of the batch sizes
    std::string sentence;             ///< "" for fewer than two points
};

/// Points in any order; the summary is by rising batch size. With kernel times the share of a call outside
/// kernels decides the regime (over a half: overhead), else how the time grows from one batch size to the
/// next: exponent log(t2/t1)/log(b2/b1) below 1/3 is overhead, above 2/3 is compute.
[[nodiscard]] SweepSummary summariseSweep(std::vector<SweepPoint> points);

} // namespace twintrace
