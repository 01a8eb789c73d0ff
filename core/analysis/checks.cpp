// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks.h"

#include "core/base/format.h"

#include <cmath>
#include <string>

namespace twintrace
{
namespace
{

constexpr double kLeastSpeed = 0.90; // from the lesson: a compiled model may not be visibly slower than eager
constexpr double kLeastWarmUp = 1.0;

std::string milliseconds(double value)
{
    return formatDuration(static_cast<Nanoseconds>(std::llround(value * 1e6)));
}

std::string graphCount(std::int64_t graphs)
{
    return formatCount(graphs) + (graphs == 1 ? " graph" : " graphs");
}

} // namespace

SessionCheck checkCompiledSpeed(std::string_view candidate, std::string_view baseline,
                                std::optional<double> speedup)
{
    SessionCheck check{
        "compiled_at_least_0_90x_eager", speedup && *speedup >= kLeastSpeed, speedup, kLeastSpeed, {}};
    const std::string names = std::string(candidate) + " against " + std::string(baseline);
    check.sentence = speedup
                         ? names + ": " + formatRatio(*speedup) + " of its speed in steady state, at least " +
                               formatRatio(kLeastSpeed) + " is asked."
                         : names + ": no steady-state speed-up was measured.";
    return check;
}

SessionCheck checkCompileWarmUp(std::string_view candidate, std::string_view baseline,
                                std::optional<double> candidateMs, std::optional<double> baselineMs)
{
    SessionCheck check{"compile_warmup_at_least_eager", false, std::nullopt, kLeastWarmUp, {}};
    if (!candidateMs || !baselineMs || !(*baselineMs > 0)) {
        check.sentence = "The first calls of " + std::string(candidate) + " and " + std::string(baseline) +
                         " were not both measured.";
        return check;
    }
    check.measured = *candidateMs / *baselineMs;
    check.ok = *check.measured >= kLeastWarmUp;
    check.sentence = "The uncached first call takes " + milliseconds(*candidateMs) + " with " +
                     std::string(candidate) + " and " + milliseconds(*baselineMs) + " with " +
                     std::string(baseline) +
                     (check.ok ? ": compiling has its price." : ": compiling should cost more than eager.");
    return check;
}

SessionCheck checkCleanGraphs(std::optional<std::int64_t> graphs)
{
    SessionCheck check{"clean_at_most_one_graph", graphs && *graphs <= 1, std::nullopt, 1, {}};
    if (graphs)
        check.measured = static_cast<double>(*graphs);
    check.sentence = graphs ? "The model compiles into " + graphCount(*graphs) + "; one is asked."
                            : "The graphs of the model were not counted.";
    return check;
}

SessionCheck checkBrokenGraphs(std::optional<std::int64_t> broken, std::optional<std::int64_t> clean)
{
    SessionCheck check{"broken_more_than_clean", broken && clean && *broken > *clean, std::nullopt, 0, {}};
    if (broken)
        check.measured = static_cast<double>(*broken);
    if (clean)
        check.limit = static_cast<double>(*clean);
    check.sentence = broken && clean
                         ? "With a graph break it compiles into " + graphCount(*broken) + ", without into " +
                               graphCount(*clean) + "; more are asked with the break."
                         : "No variant with a graph break was compiled.";
    return check;
}

} // namespace twintrace
