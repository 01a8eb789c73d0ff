// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/session_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

namespace twintrace
{
namespace
{

using nlohmann::json;

constexpr std::string_view kSchemaStem = "twintrace.session/";
constexpr int kNewestSchema = 1;

// Every getter takes what has the right type and leaves the rest at its default: a session file is edited by
// hand at times, and one odd key must not hide the others.
const json* member(const json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

void read(const json& object, const char* key, std::string& target)
{
    if (const json* value = member(object, key); value != nullptr && value->is_string())
        target = value->get<std::string>();
}

void read(const json& object, const char* key, bool& target)
{
    if (const json* value = member(object, key); value != nullptr && value->is_boolean())
        target = value->get<bool>();
}

void read(const json& object, const char* key, double& target)
{
    if (const json* value = member(object, key); value != nullptr && value->is_number())
        target = value->get<double>();
}

void read(const json& object, const char* key, std::optional<double>& target)
{
    if (const json* value = member(object, key); value != nullptr && value->is_number())
        target = value->get<double>();
}

std::optional<std::int64_t> integer(const json& value)
{
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    return std::nullopt;
}

template <class Integer> void readInteger(const json& object, const char* key, Integer& target)
{
    const json* value = member(object, key);
    const std::optional<std::int64_t> number = value != nullptr ? integer(*value) : std::nullopt;
    if (number && *number >= std::numeric_limits<Integer>::min() &&
        *number <= std::numeric_limits<Integer>::max())
        target = static_cast<Integer>(*number);
}

void readPair(const json& object, const char* key, std::optional<double>& low, std::optional<double>& high)
{
    const json* pair = member(object, key);
    if (pair == nullptr || !pair->is_array() || pair->size() != 2 || !(*pair)[0].is_number() ||
        !(*pair)[1].is_number())
        return;
    low = (*pair)[0].get<double>();
    high = (*pair)[1].get<double>();
}

template <class Visit> void eachOf(const json& object, const char* key, Visit visit)
{
    const json* list = member(object, key);
    if (list == nullptr || !list->is_array())
        return;
    for (const json& element : *list) {
        if (element.is_object())
            visit(element);
    }
}

std::map<std::string, GapCauseTotals> totalsOf(const json& object, const char* key)
{
    std::map<std::string, GapCauseTotals> totals;
    if (const json* found = member(object, key); found != nullptr && found->is_object()) {
        for (const auto& [name, value] : found->items()) {
            GapCauseTotals total;
            readInteger(value, "count", total.count);
            read(value, "us", total.us);
            totals.emplace(name, total);
        }
    }
    return totals;
}

SessionModel modelOf(const json& object)
{
    SessionModel model;
    read(object, "source", model.source);
    read(object, "name", model.name);
    readInteger(object, "parameters", model.parameters);
    eachOf(object, "inputs", [&](const json& element) {
        TensorSpec input;
        read(element, "name", input.name);
        read(element, "dtype", input.dtype);
        if (const json* shape = member(element, "shape"); shape != nullptr && shape->is_array()) {
            for (const json& size : *shape)
                input.shape.push_back(integer(size).value_or(-1));
        }
        model.inputs.push_back(std::move(input));
    });
    return model;
}

SessionEnvironment environmentOf(const json& object)
{
    SessionEnvironment environment;
    read(object, "cpu", environment.cpu);
    read(object, "gpu", environment.gpu);
    read(object, "driver", environment.driver);
    read(object, "torch", environment.torch);
    read(object, "cuda", environment.cuda);
    read(object, "cupti", environment.cupti);
    read(object, "python", environment.python);
    readInteger(object, "threads", environment.threads);
    read(object, "device", environment.device);
    read(object, "dtype", environment.dtype);
    return environment;
}

UncachedFirstCall uncachedOf(const json& object)
{
    UncachedFirstCall call;
    read(object, "export_ms", call.exportMs);
    read(object, "compile_ms", call.compileMs);
    read(object, "load_ms", call.loadMs);
    read(object, "first_ms", call.firstMs);
    read(object, "total_ms", call.totalMs);
    read(object, "toolchain_ms", call.toolchainMs);
    if (const json* phases = member(object, "phases"); phases != nullptr && phases->is_object()) {
        for (const auto& [name, ms] : phases->items()) {
            if (ms.is_number())
                call.phasesMs.emplace(name, ms.get<double>());
        }
    }
    return call;
}

CachedFirstCall cachedOf(const json& object)
{
    CachedFirstCall call;
    read(object, "load_ms", call.loadMs);
    read(object, "first_ms", call.firstMs);
    read(object, "total_ms", call.totalMs);
    return call;
}

SteadyLatency steadyOf(const json& object)
{
    SteadyLatency steady;
    read(object, "median_us", steady.medianUs);
    read(object, "mad_us", steady.madUs);
    std::optional<double> low, high;
    readPair(object, "ci95_us", low, high);
    steady.ciLowUs = low.value_or(steady.medianUs);
    steady.ciHighUs = high.value_or(steady.medianUs);
    readInteger(object, "samples", steady.samples);
    readInteger(object, "rounds", steady.rounds);
    readInteger(object, "warmup_calls", steady.warmupCalls);
    read(object, "device_median_us", steady.deviceMedianUs);
    read(object, "is_steady", steady.isSteady);
    if (const json* rounds = member(object, "rounds_us"); rounds != nullptr && rounds->is_array()) {
        for (const json& round : *rounds) {
            std::vector<double>& calls = steady.roundsUs.emplace_back();
            for (const json& us : round) {
                if (us.is_number())
                    calls.push_back(us.get<double>());
            }
        }
    }
    return steady;
}

PerForward perForwardOf(const json& object)
{
    PerForward forward;
    read(object, "kernels", forward.kernels);
    read(object, "cpu_kernels", forward.areCpuKernels);
    read(object, "launches", forward.launches);
    read(object, "graph_launches", forward.graphLaunches);
    read(object, "copies", forward.copies);
    read(object, "busy_us", forward.busyUs);
    read(object, "gaps_gt_1us", forward.gapsOver1us);
    read(object, "gap_us", forward.gapUs);
    forward.gapCauses = totalsOf(object, "gap_causes");
    forward.kernelsByFamily = totalsOf(object, "kernels_by_family");
    return forward;
}

Numerics numericsOf(const json& object)
{
    Numerics numerics;
    read(object, "max_abs", numerics.maxAbs);
    read(object, "max_rel", numerics.maxRel);
    read(object, "tolerance", numerics.tolerance);
    read(object, "ok", numerics.ok);
    read(object, "against", numerics.against);
    return numerics;
}

VariantStatus statusOf(const json& object)
{
    std::string word = "failed";
    read(object, "status", word);
    if (word == "ok")
        return VariantStatus::Ok;
    return word == "skipped" ? VariantStatus::Skipped : VariantStatus::Failed;
}

template <class T, class Parse>
void readPart(const json& object, const char* key, std::optional<T>& target, Parse parse)
{
    if (const json* part = member(object, key); part != nullptr && part->is_object())
        target = parse(*part);
}

SessionVariant variantOf(const json& object)
{
    SessionVariant variant;
    read(object, "id", variant.id);
    read(object, "label", variant.label);
    variant.status = statusOf(object);
    read(object, "error", variant.error);
    read(object, "error_detail", variant.errorDetail);
    readInteger(object, "batch", variant.batch);
    read(object, "trace", variant.trace);
    readPart(object, "uncached", variant.uncached, uncachedOf);
    readPart(object, "cached", variant.cached, cachedOf);
    readPart(object, "steady", variant.steady, steadyOf);
    read(object, "recorded_over_unrecorded", variant.recordedOverUnrecorded);
    readInteger(object, "dropped_records", variant.droppedRecords);
    readPart(object, "per_forward", variant.perForward, perForwardOf);
    readPart(object, "numerics", variant.numerics, numericsOf);
    if (const json* peak = member(object, "peak_memory_bytes"); peak != nullptr)
        variant.peakMemoryBytes = integer(*peak);
    if (const json* peak = member(object, "peak_device_bytes"); peak != nullptr)
        variant.peakDeviceBytes = integer(*peak);
    // A trace is named inside the folder; a path that leads out of it is not followed.
    if (std::filesystem::path(variant.trace).filename().string() != variant.trace)
        variant.trace.clear();
    return variant;
}

SessionComparison comparisonOf(const json& object)
{
    SessionComparison comparison;
    read(object, "baseline", comparison.baseline);
    read(object, "candidate", comparison.candidate);
    read(object, "speedup", comparison.speedup);
    readPair(object, "speedup_ci95", comparison.speedupLow, comparison.speedupHigh);
    read(object, "added_first_call_ms", comparison.addedFirstCallMs);
    read(object, "break_even_calls", comparison.breakEvenCalls);
    if (const json* pair = member(object, "break_even_ci95_calls");
        pair != nullptr && pair->is_array() && pair->size() == 2) {
        if ((*pair)[0].is_number())
            comparison.breakEvenLowCalls = (*pair)[0].get<double>();
        if ((*pair)[1].is_number())
            comparison.breakEvenHighCalls = (*pair)[1].get<double>();
    }
    readInteger(object, "batch", comparison.batch);
    read(object, "kernels_delta", comparison.kernelsDelta);
    read(object, "launches_delta", comparison.launchesDelta);
    read(object, "gaps_delta", comparison.gapsDelta);
    read(object, "busy_delta_us", comparison.busyDeltaUs);
    return comparison;
}

SessionCheck checkOf(const json& object)
{
    SessionCheck check;
    read(object, "id", check.id);
    read(object, "ok", check.ok);
    read(object, "measured", check.measured);
    read(object, "limit", check.limit);
    read(object, "sentence", check.sentence);
    return check;
}

// The number after "twintrace.session/", or none when the document is something else.
std::optional<int> schemaVersion(const json& document)
{
    std::string schema;
    read(document, "schema", schema);
    if (!schema.starts_with(kSchemaStem))
        return std::nullopt;
    const std::string digits = schema.substr(kSchemaStem.size());
    if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    return std::stoi(digits);
}

} // namespace

bool isSession(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (path.filename() == kSessionFile)
        return std::filesystem::is_regular_file(path, ignored);
    return std::filesystem::is_regular_file(path / kSessionFile, ignored);
}

Result<Session> readSession(const std::filesystem::path& path)
{
    std::error_code ignored;
    const bool isFolder = std::filesystem::is_directory(path, ignored);
    const std::filesystem::path file = isFolder ? path / kSessionFile : path;
    std::ifstream stream(file, std::ios::binary);
    if (!std::filesystem::is_regular_file(file, ignored) || !stream)
        return fail(ErrorCode::Unreadable,
                    "There is no session at " + path.string() +
                        ": a session is a folder NAME.twintrace with a session.json that "
                        "'twintrace compare' wrote.");
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    return parseSession(text, file.string());
}

Result<Session> parseSession(std::string_view text, std::string_view name)
{
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded())
        return fail(ErrorCode::Unreadable,
                    std::string(name) + " is not valid JSON; run the comparison again.");
    const std::optional<int> version = schemaVersion(document);
    if (!version)
        return fail(ErrorCode::Unreadable,
                    std::string(name) + " is no session file: its schema is not twintrace.session.");
    if (*version > kNewestSchema)
        return fail(ErrorCode::Unreadable, std::string(name) +
                                               " was written by a newer version of Twintrace (schema " +
                                               std::to_string(*version) + "); open it with that version.");
    Session session;
    read(document, "created", session.created);
    if (const json* model = member(document, "model"))
        session.model = modelOf(*model);
    if (const json* environment = member(document, "environment"))
        session.environment = environmentOf(*environment);
    eachOf(document, "variants",
           [&](const json& element) { session.variants.push_back(variantOf(element)); });
    eachOf(document, "comparisons",
           [&](const json& element) { session.comparisons.push_back(comparisonOf(element)); });
    eachOf(document, "checks", [&](const json& element) { session.checks.push_back(checkOf(element)); });
    return session;
}

} // namespace twintrace
