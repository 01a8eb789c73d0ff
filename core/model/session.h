// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace twintrace
{

/// session.json, schema "twintrace.session/1": one comparison of variants of one model. Milliseconds and
/// microseconds here are measured figures (doubles), not trace times.
struct TensorSpec {
    std::string name;
    std::string dtype; ///< "float32", "bfloat16", "int64" …
    std::vector<std::int64_t> shape;
};

struct SessionModel {
    std::string source; ///< "mlp", "transformer", a path, or "file.py:function"
    std::string name;
    std::int64_t parameters = 0;
    std::vector<TensorSpec> inputs;
};

struct SessionEnvironment {
    std::string cpu, gpu, driver, torch, cuda, cupti, python;
    int threads = 0;
    std::string device; ///< "cpu" or "cuda:0"
    std::string dtype;

    [[nodiscard]] bool isOnGpu() const { return device.starts_with("cuda"); }
};

/// First call in a fresh process with empty compiler caches. A phase that a variant does not have stays
/// empty.
struct UncachedFirstCall {
    std::optional<double> exportMs, compileMs, loadMs, firstMs, totalMs;
    std::optional<double> toolchainMs;      ///< precompiled headers of this machine, built once; in no total
    std::map<std::string, double> phasesMs; ///< compile phases (Dynamo, AOTAutograd, Inductor …) where known
};

/// First call in a fresh process with the package already compiled.
struct CachedFirstCall {
    std::optional<double> loadMs, firstMs, totalMs;
};

/// Latency without a recorder.
struct SteadyLatency {
    double medianUs = 0;
    double madUs = 0;
    double ciLowUs = 0, ciHighUs = 0; ///< bootstrap 95 % interval of the median
    std::int64_t samples = 0;
    int rounds = 0;
    int warmupCalls = 0;
    bool isSteady = false;
    std::vector<std::vector<double>> roundsUs; ///< every measured call, a list a round
    std::optional<double>
        deviceMedianUs; ///< of further calls by the GPU's own clock (cudaEvent); none on CPU
};

struct GapCauseTotals {
    std::int64_t count = 0;
    double us = 0;
};

/// What one forward does, from the recorded pass (mean over its iterations).
struct PerForward {
    double kernels = 0; ///< GPU kernels, or CPU kernels of a CPU session
    bool areCpuKernels = false;
    double launches = 0, graphLaunches = 0, copies = 0;
    double busyUs = 0, gapsOver1us = 0, gapUs = 0;
    std::map<std::string, GapCauseTotals> gapCauses;       ///< host_wait, kernel_wait, sync, copy, other
    std::map<std::string, GapCauseTotals> kernelsByFamily; ///< count and time of each kernel family
};

struct Numerics {
    std::optional<double> maxAbs, maxRel;
    double tolerance = 0;
    bool ok = false;
    std::string against; ///< "python" or "eager"
};

enum class VariantStatus { Ok, Failed, Skipped };

struct SessionVariant {
    std::string id;    ///< "eager", "aot", "py-default" …
    std::string label; ///< what people read: "eager (LibTorch)"
    VariantStatus status = VariantStatus::Ok;
    std::string error;       ///< one sentence when failed or skipped
    std::string errorDetail; ///< stderr tail or traceback
    std::string trace;       ///< file name inside the session folder, "" when nothing was recorded
    std::optional<UncachedFirstCall> uncached;
    std::optional<CachedFirstCall> cached;
    std::optional<SteadyLatency> steady;
    std::optional<double> recordedOverUnrecorded;
    std::int64_t droppedRecords = 0;
    std::optional<PerForward> perForward;
    std::optional<Numerics> numerics;
    std::optional<std::int64_t> peakMemoryBytes; ///< of the process, on the host
    std::optional<std::int64_t> peakDeviceBytes; ///< of tensors and a package's constants, on the GPU
    std::int64_t batch = 0;
};

/// A candidate held against the baseline.
struct SessionComparison {
    std::string baseline, candidate;
    std::optional<double> speedup, speedupLow, speedupHigh;
    std::optional<double> addedFirstCallMs;
    std::optional<double> breakEvenCalls; ///< empty = never
    std::optional<double> kernelsDelta, launchesDelta, gapsDelta, busyDeltaUs;
    std::int64_t batch = 0; ///< both variants ran with it
    std::optional<double> breakEvenLowCalls,
        breakEvenHighCalls; ///< from the speed-up's interval; empty high = maybe never
};

/// A named check of the lesson.
struct SessionCheck {
    std::string id;
    bool ok = false;
    std::optional<double> measured;
    double limit = 0;
    std::string sentence;
};

struct Session {
    std::string created; ///< ISO 8601, UTC
    SessionModel model;
    SessionEnvironment environment;
    std::vector<SessionVariant> variants;
    std::vector<SessionComparison> comparisons;
    std::vector<SessionCheck> checks;
};

} // namespace twintrace
