// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/session_text.h"

#include "app/commands/text_table.h"
#include "core/base/format.h"
#include "core/compare/session_verdict.h"

#include <cmath>
#include <optional>

namespace twintrace
{
namespace
{

constexpr const char* kNone = "–";

std::string duration(std::optional<double> value, double nanoseconds)
{
    return value ? formatDuration(static_cast<Nanoseconds>(std::llround(*value * nanoseconds)))
                 : std::string(kNone);
}

std::string milliseconds(std::optional<double> ms)
{
    return duration(ms, 1e6);
}
std::string microseconds(std::optional<double> us)
{
    return duration(us, 1e3);
}

std::string shapeOf(const TensorSpec& input)
{
    std::string shape;
    for (const std::int64_t size : input.shape)
        shape += (shape.empty() ? "" : "×") + std::to_string(size);
    return input.dtype + " " + (shape.empty() ? "scalar" : shape);
}

const SessionComparison* comparisonOf(const Session& session, const SessionVariant& variant)
{
    for (const SessionComparison& comparison : session.comparisons) {
        if (comparison.candidate == variant.id &&
            (comparison.batch == 0 || comparison.batch == variant.batch))
            return &comparison;
    }
    return nullptr;
}

std::string speedupOf(const Session& session, const SessionVariant& variant)
{
    const SessionComparison* comparison = comparisonOf(session, variant);
    if (comparison == nullptr || !comparison->speedup)
        return kNone;
    std::string text = formatRatio(*comparison->speedup);
    if (comparison->speedupLow && comparison->speedupHigh)
        text += " (" + formatRatio(*comparison->speedupLow) + " to " + formatRatio(*comparison->speedupHigh) +
                ")";
    return text;
}

std::string steadyOf(const SessionVariant& variant)
{
    if (!variant.steady)
        return kNone;
    return microseconds(variant.steady->medianUs) + (variant.steady->isSteady ? "" : " (not steady)");
}

std::string numericsOf(const SessionVariant& variant)
{
    if (!variant.numerics)
        return kNone;
    return variant.numerics->ok ? "ok" : "WRONG";
}

std::vector<std::string> rowOf(const Session& session, const SessionVariant& variant, bool hasBatches)
{
    std::vector<std::string> row{variant.label};
    if (hasBatches)
        row.push_back(std::to_string(variant.batch));
    row.push_back(milliseconds(variant.uncached ? variant.uncached->totalMs : std::nullopt));
    row.push_back(milliseconds(variant.cached ? variant.cached->totalMs : std::nullopt));
    row.push_back(steadyOf(variant));
    row.push_back(speedupOf(session, variant));
    const auto& work = variant.perForward;
    row.push_back(work ? formatCount(std::llround(work->kernels)) : kNone);
    row.push_back(work ? formatCount(std::llround(work->launches)) : kNone);
    row.push_back(numericsOf(variant));
    return row;
}

std::string heading(const Session& session)
{
    const SessionEnvironment& machine = session.environment;
    std::string text = session.model.name + " (" + formatCount(session.model.parameters) + " parameters";
    for (const TensorSpec& input : session.model.inputs)
        text += ", " + shapeOf(input);
    text += ")\n" + machine.device + (machine.gpu.empty() ? "" : " " + machine.gpu) + ", " +
            (machine.cpu.empty() ? "CPU" : machine.cpu) + ", torch " + machine.torch + ", " +
            std::to_string(machine.threads) + (machine.threads == 1 ? " thread\n" : " threads\n");
    return text;
}

} // namespace

std::string sessionSummaryText(const Session& session)
{
    bool hasBatches = false, hasCpuKernels = false;
    for (const SessionVariant& variant : session.variants) {
        hasBatches = hasBatches || variant.batch != session.variants.front().batch;
        hasCpuKernels = hasCpuKernels || (variant.perForward && variant.perForward->areCpuKernels);
    }
    std::vector<std::vector<std::string>> rows(1);
    rows[0] = {"variant"};
    if (hasBatches)
        rows[0].emplace_back("batch");
    for (const char* head : {"uncached first call", "cached first call", "steady", "speed-up",
                             hasCpuKernels ? "CPU kernels" : "kernels", "launches", "numerics"})
        rows[0].emplace_back(head);
    for (const SessionVariant& variant : session.variants)
        rows.push_back(rowOf(session, variant, hasBatches));
    std::string text = heading(session) + "\n" + textTable(rows) + "\n" + verdictSentence(session) + "\n";
    for (const SessionCheck& check : session.checks)
        text += std::string(check.ok ? "  pass  " : "  FAIL  ") + check.sentence + "\n";
    for (const SessionVariant& variant : session.variants) {
        if (variant.status != VariantStatus::Ok)
            text += variant.label +
                    (variant.status == VariantStatus::Skipped ? " was skipped: " : " failed: ") +
                    variant.error + "\n";
    }
    return text;
}

} // namespace twintrace
