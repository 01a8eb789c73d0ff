// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// How long the person is ready to wait for a narrower interval.
enum class Thoroughness { Quick, Normal, Thorough };

/// What a thoroughness means in figures.
struct MeasuringPlan {
    double targetIntervalRatio =
        0.01; ///< rounds end when every 95 % interval is within ± this share of its median
    int leastRounds = 5;
    double roundSeconds = 0.15;   ///< at least 100 ms, so that the other child's idle threads have settled
    double mostRoundSeconds = 8;  ///< all variants together
    double mostWarmUpSeconds = 2; ///< a variant
    int recordedIterations = 5;
};
[[nodiscard]] MeasuringPlan measuringPlan(Thoroughness thoroughness);

/// After how much silence a child counts as hung. A phase line of the child starts the time anew.
struct StepLimits {
    std::chrono::milliseconds hello{
        std::chrono::minutes(2)}; ///< start until its first line (Python imports torch)
    std::chrono::milliseconds prepare{std::chrono::minutes(5)};
    std::chrono::milliseconds compile{
        std::chrono::minutes(30)}; ///< autotuning a large model is long and silent
    std::chrono::milliseconds load{std::chrono::minutes(5)};
    std::chrono::milliseconds first{std::chrono::minutes(5)};
    std::chrono::milliseconds measure{
        std::chrono::minutes(2)}; ///< on top of what warm-up or round may take by plan
    std::chrono::milliseconds record{std::chrono::minutes(5)};
    std::chrono::milliseconds quit{std::chrono::seconds(5)};

    /// No limit longer than `most`.
    void clampTo(std::chrono::milliseconds most);
};

/// One comparison, as the dialog or the command line asks for it.
struct CompareOptions {
    std::string model;                 ///< "mlp", "transformer", a .pt2 file, or "file.py:function"
    std::string device = "cpu";        ///< "cpu", "cuda" or "cuda:N"
    std::string dtype;                 ///< "" = the model's own
    std::vector<std::int64_t> batches; ///< empty = the example inputs' own; the first is the main one
    std::vector<std::string> variants; ///< empty = defaultVariants(device)
    std::string baseline = "eager";
    Thoroughness thoroughness = Thoroughness::Normal;
    std::filesystem::path outputFolder; ///< NAME.twintrace is made in it; empty = the working folder
    int threads = 0;                    ///< torch's threads; 0 = torch's own choice
    std::optional<std::uint64_t> memoryLimitBytes; ///< a child and its children; empty = most of what is free
    StepLimits limits;
};

/// What is wrong with the request as it stands, before anything runs; a usage error.
[[nodiscard]] std::optional<Error> problemOf(const CompareOptions& options);

} // namespace twintrace
