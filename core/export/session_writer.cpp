// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/session_writer.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>

namespace twintrace
{
namespace
{

using Json = nlohmann::ordered_json;

// The nearest double to a number of three decimals; its shortest text, which nlohmann prints, has three at
// most.
constexpr double kDecimals = 1000.0;
// From here on a double has no three decimals left, and the product would lose digits.
constexpr double kLargestRounded = 1e12;

Json time(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    if (std::abs(value) >= kLargestRounded)
        return value;
    return std::round(value * kDecimals) / kDecimals + 0.0; // + 0.0: no "-0.0"
}

Json time(const std::optional<double>& value)
{
    return value ? time(*value) : Json(nullptr);
}

Json ratio(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(text);
}

Json toJson(const SessionModel& model)
{
    Json inputs = Json::array();
    for (const TensorSpec& input : model.inputs)
        inputs.push_back({{"name", input.name}, {"dtype", input.dtype}, {"shape", input.shape}});
    return {
        {"source", model.source}, {"name", model.name}, {"parameters", model.parameters}, {"inputs", inputs}};
}

Json toJson(const SessionEnvironment& environment)
{
    return {{"cpu", textOrNull(environment.cpu)},       {"gpu", textOrNull(environment.gpu)},
            {"driver", textOrNull(environment.driver)}, {"torch", textOrNull(environment.torch)},
            {"cuda", textOrNull(environment.cuda)},     {"cupti", textOrNull(environment.cupti)},
            {"python", textOrNull(environment.python)}, {"threads", environment.threads},
            {"device", textOrNull(environment.device)}, {"dtype", textOrNull(environment.dtype)}};
}

Json toJson(const UncachedFirstCall& call)
{
    Json phases = Json::object();
    for (const auto& [name, ms] : call.phasesMs)
        phases[name] = time(ms);
    return {{"export_ms", time(call.exportMs)},
            {"compile_ms", time(call.compileMs)},
            {"load_ms", time(call.loadMs)},
            {"first_ms", time(call.firstMs)},
            {"total_ms", time(call.totalMs)},
            {"toolchain_ms", time(call.toolchainMs)},
            {"phases", phases}};
}

Json toJson(const CachedFirstCall& call)
{
    return {
        {"load_ms", time(call.loadMs)}, {"first_ms", time(call.firstMs)}, {"total_ms", time(call.totalMs)}};
}

Json toJson(const SteadyLatency& steady)
{
    Json rounds = Json::array();
    for (const auto& round : steady.roundsUs) {
        Json calls = Json::array();
        for (const double us : round)
            calls.push_back(time(us));
        rounds.push_back(std::move(calls));
    }
    return {{"median_us", time(steady.medianUs)},
            {"mad_us", time(steady.madUs)},
            {"ci95_us", Json::array({time(steady.ciLowUs), time(steady.ciHighUs)})},
            {"samples", steady.samples},
            {"rounds", steady.rounds},
            {"is_steady", steady.isSteady},
            {"warmup_calls", steady.warmupCalls},
            {"device_median_us", time(steady.deviceMedianUs)},
            {"rounds_us", std::move(rounds)}};
}

Json toJson(const std::map<std::string, GapCauseTotals>& totals)
{
    Json object = Json::object();
    for (const auto& [name, total] : totals)
        object[name] = {{"count", total.count}, {"us", time(total.us)}};
    return object;
}

Json toJson(const PerForward& forward)
{
    return {
        {"kernels", time(forward.kernels)},         {"cpu_kernels", forward.areCpuKernels},
        {"launches", time(forward.launches)},       {"graph_launches", time(forward.graphLaunches)},
        {"copies", time(forward.copies)},           {"busy_us", time(forward.busyUs)},
        {"gaps_gt_1us", time(forward.gapsOver1us)}, {"gap_us", time(forward.gapUs)},
        {"gap_causes", toJson(forward.gapCauses)},  {"kernels_by_family", toJson(forward.kernelsByFamily)}};
}

Json toJson(const Numerics& numerics)
{
    return {{"max_abs", ratio(numerics.maxAbs)},
            {"max_rel", ratio(numerics.maxRel)},
            {"tolerance", ratio(numerics.tolerance)},
            {"ok", numerics.ok},
            {"against", textOrNull(numerics.against)}};
}

template <class T> Json orNull(const std::optional<T>& part)
{
    return part ? toJson(*part) : Json(nullptr);
}

Json wholeOrNull(const std::optional<std::int64_t>& whole)
{
    return whole ? Json(*whole) : Json(nullptr);
}

Json toJson(const SessionVariant& variant)
{
    return {{"id", variant.id},
            {"label", variant.label},
            {"status", variantStatusWord(variant.status)},
            {"error", textOrNull(variant.error)},
            {"error_detail", textOrNull(variant.errorDetail)},
            {"batch", variant.batch > 0 ? Json(variant.batch) : Json(nullptr)},
            {"trace", textOrNull(variant.trace)},
            {"uncached", orNull(variant.uncached)},
            {"cached", orNull(variant.cached)},
            {"steady", orNull(variant.steady)},
            {"recorded_over_unrecorded", ratio(variant.recordedOverUnrecorded)},
            {"dropped_records", variant.droppedRecords},
            {"per_forward", orNull(variant.perForward)},
            {"numerics", orNull(variant.numerics)},
            {"peak_memory_bytes", wholeOrNull(variant.peakMemoryBytes)},
            {"peak_device_bytes", wholeOrNull(variant.peakDeviceBytes)}};
}

Json toJson(const SessionComparison& comparison)
{
    const Json interval = comparison.speedupLow && comparison.speedupHigh
                              ? Json::array({ratio(comparison.speedupLow), ratio(comparison.speedupHigh)})
                              : Json(nullptr);
    // An open upper end is null: the break-even may never come.
    const Json breakEvenInterval =
        comparison.breakEvenLowCalls
            ? Json::array({time(comparison.breakEvenLowCalls), time(comparison.breakEvenHighCalls)})
            : Json(nullptr);
    return {{"baseline", comparison.baseline},
            {"candidate", comparison.candidate},
            {"batch", comparison.batch > 0 ? Json(comparison.batch) : Json(nullptr)},
            {"speedup", ratio(comparison.speedup)},
            {"speedup_ci95", interval},
            {"added_first_call_ms", time(comparison.addedFirstCallMs)},
            {"break_even_calls", time(comparison.breakEvenCalls)},
            {"break_even_ci95_calls", breakEvenInterval},
            {"kernels_delta", time(comparison.kernelsDelta)},
            {"launches_delta", time(comparison.launchesDelta)},
            {"gaps_delta", time(comparison.gapsDelta)},
            {"busy_delta_us", time(comparison.busyDeltaUs)}};
}

Json toJson(const SessionCheck& check)
{
    return {{"id", check.id},
            {"ok", check.ok},
            {"measured", ratio(check.measured)},
            {"limit", ratio(check.limit)},
            {"sentence", check.sentence}};
}

template <class T> Json listOf(const std::vector<T>& parts)
{
    Json list = Json::array();
    for (const T& part : parts)
        list.push_back(toJson(part));
    return list;
}

} // namespace

const char* variantStatusWord(VariantStatus status)
{
    switch (status) {
    case VariantStatus::Ok:
        return "ok";
    case VariantStatus::Skipped:
        return "skipped";
    case VariantStatus::Failed:
        return "failed";
    }
    return "failed";
}

std::string sessionText(const Session& session)
{
    const Json document = {
        {"schema", "twintrace.session/1"},      {"created", session.created},
        {"model", toJson(session.model)},       {"environment", toJson(session.environment)},
        {"variants", listOf(session.variants)}, {"comparisons", listOf(session.comparisons)},
        {"checks", listOf(session.checks)}};
    // A stderr tail or a path may hold bytes that are no UTF-8; they are replaced, the document stays valid.
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace twintrace
