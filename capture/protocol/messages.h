// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/time.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace twintrace::protocol
{

/// The version that both ends speak; the first line of a child names its own.
inline constexpr int kProtocolVersion = 1;

/// One input tensor or number of a model, with the shape of the example.
struct ModelInput {
    std::string name;
    std::string dtype; ///< as Python writes it without "torch.": float32, int64; "number" for a plain number
    std::vector<std::int64_t> shape;
    std::string device;
};

/// What a model is, as far as the app shows it.
struct ModelDescription {
    std::string name;
    std::string source; ///< what the user gave: mlp, file.py:function, a path
    std::int64_t parameters = 0;
    std::vector<ModelInput> inputs;
};

/// How far two sets of outputs are apart. A difference that is not finite is absent, and `isOk` is then
/// false.
struct Numerics {
    std::optional<double> maxAbsolute;
    std::optional<double> maxRelative;
    double tolerance = 0; ///< the largest difference allowed, relative to 1 + the magnitude of the reference
    bool isOk = false;
    std::string against; ///< whose outputs were the reference
    std::string note;    ///< why it is not ok, in one sentence; empty when it is
};

// --- events: child to app ---------------------------------------------------------------------------------

struct HelloEvent {
    int protocol = kProtocolVersion;
    std::string program;
    std::string torch;  ///< version, empty when there is none
    std::string python; ///< version, empty in the runner
    int threads = 0;    ///< intra-op threads of torch
    std::int64_t pid = 0;
};

enum class PhaseState { Begin, End };

struct PhaseEvent {
    std::string phase;
    PhaseState state = PhaseState::Begin;
    std::optional<double> ms; ///< at the end
    std::string note;
};

struct PreparedFiles {
    std::string exported; ///< key "export"
    std::string reference;
    std::string pythonModel;
    std::string inputs{};  ///< of the main batch
    std::string package{}; ///< an AOTInductor package that the given file holds, to be run as it is
};

/// The files of one batch size of a list.
struct PreparedBatch {
    std::int64_t batch = 0;
    std::string inputs;
    std::string reference;
};

struct PreparedEvent {
    ModelDescription model;
    PreparedFiles files;
    std::optional<double> exportMs;
    bool isDynamic = false;
    std::vector<PreparedBatch> batches{}; ///< the main one first
    std::vector<std::string> notes{};     ///< what the person should know, a sentence each
};

struct CompiledEvent {
    std::string package;
    std::optional<std::string> generated; ///< a JSON file with the package's kernels
    std::optional<double> compileMs;
    std::optional<double> toolchainMs;
    std::map<std::string, double> phases;
};

struct LoadedEvent {
    double loadMs = 0;
    std::vector<ModelInput> inputs;
};

struct FirstEvent {
    double firstMs = 0;
    std::optional<double> toolchainMs;      ///< headers built on the way; not in firstMs
    std::map<std::string, double> phases;   ///< Python: parts of firstMs, they add up to it
    std::optional<std::string> generated{}; ///< a JSON file with the kernels that torch.compile wrote
    std::optional<Numerics> numerics;
};

struct WarmedEvent {
    std::int64_t calls = 0;
    bool isSteady = false;
    std::vector<Nanoseconds> durations;
};

struct RoundEvent {
    std::vector<Nanoseconds> durations;
    std::vector<Nanoseconds> deviceDurations{};    ///< of further calls, between cudaEvents; empty on CPU
    std::optional<std::int64_t> devicePeakBytes{}; ///< most memory of the GPU since the start; none on CPU
};

struct RecordedEvent {
    std::string file;
    int iterations = 0;
    std::vector<Nanoseconds> durations;
    std::int64_t dropped = 0;
    std::int64_t events = 0;
    nlohmann::json recorder = nlohmann::json::object(); ///< free: what recorded, versions, its own warnings
};

enum class FailureKind { Usage, Unreadable, Failed, Unsupported, Skipped };

struct ErrorEvent {
    FailureKind kind = FailureKind::Failed;
    std::string message;
    std::string detail;
};

struct ByeEvent {
};

/// An event of a later version, or one that only one end knows: kept whole.
struct OtherEvent {
    std::string name;
    nlohmann::json body;
};

using Event = std::variant<HelloEvent, PhaseEvent, PreparedEvent, CompiledEvent, LoadedEvent, FirstEvent,
                           WarmedEvent, RoundEvent, RecordedEvent, ErrorEvent, ByeEvent, OtherEvent>;

// --- commands: app to child -------------------------------------------------------------------------------

struct PrepareCommand {
    std::string model;
    std::string device = "cpu";
    std::optional<std::string> dtype;
    std::vector<std::int64_t> batch;
    std::string folder;
    bool isDynamic = false;
};

struct CompileOptions {
    bool maxAutotune = false;
    bool kernelProfile = false;
};

struct CompileCommand {
    std::string exported; ///< key "export"
    std::string package;
    std::string device = "cpu";
    CompileOptions options;
};

struct LoadCommand {
    std::string variant;
    std::string exported; ///< key "export"
    std::string package;
    std::string pythonModel;
    std::string inputs{}; ///< empty: the sample inputs of the export
    std::string reference;
    std::string outputs;
    std::string device = "cpu";
    int threads = 0; ///< 0: torch's own choice
};

struct FirstCommand {
};

struct WarmUpCommand {
    int leastCalls = 5;
    double mostSeconds = 5;
    double drift = 0.02;
};

struct RoundCommand {
    int leastCalls = 1;
    double seconds = 0.1;
};

struct RecordCommand {
    std::string file;
    int iterations = 5;
    bool wantsOps = true;
    bool wantsLaunches = true;
    bool wantsKernels = true;
    bool staysAttached = false; ///< CUPTI is not taken out of the process afterwards: for measuring its share
};

struct AuditCommand {
    std::string model;
    std::string mode;
    std::vector<std::int64_t> batches;
    bool isDynamic = false;
    nlohmann::json options = nlohmann::json::object();
};

struct QuitCommand {
};

using Command = std::variant<PrepareCommand, CompileCommand, LoadCommand, FirstCommand, WarmUpCommand,
                             RoundCommand, RecordCommand, AuditCommand, QuitCommand>;

} // namespace twintrace::protocol
