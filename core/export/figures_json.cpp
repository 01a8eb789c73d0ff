// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/figures_text.h"

#include "core/export/figure_fields.h"
#include "core/export/json_list.h"

namespace twintrace
{
namespace
{

std::string_view severityName(Severity severity)
{
    return severity == Severity::Notice ? "notice" : severity == Severity::Warning ? "warning" : "data_loss";
}

std::string problemJson(const ImportProblem& problem)
{
    JsonFields fields;
    fields.text("code", problem.code)
        .text("severity", severityName(problem.severity))
        .number("count", problem.count)
        .number("first_byte", problem.first.byte);
    problem.first.line > 0 ? fields.number("first_line", problem.first.line)
                           : fields.json("first_line", "null");
    fields.text("message", problem.message).text("advice", problem.advice);
    return fields.object();
}

std::string problemsJson(const Trace& trace, const TraceFigures& figures, bool areNotices)
{
    JsonList list;
    for (const auto* problems : {&trace.report.problems, &figures.warnings})
        for (const ImportProblem& problem : *problems)
            if ((problem.severity == Severity::Notice) == areNotices)
                list.add(problemJson(problem));
    return list.text();
}

std::string gapCausesJson(const GapTotals& gaps)
{
    JsonFields causes;
    for (const GapCause cause : kGapCauses) {
        JsonFields total;
        total.number("count", gaps.of(cause).count).json("us", microsecondsText(gaps.of(cause).time));
        causes.json(gapCauseKey(cause), total.object());
    }
    return causes.object();
}

/// Ids are numbers in nearly every file; they stay numbers then.
void addId(JsonFields& fields, std::string_view key, std::string_view id)
{
    const bool isNumber =
        !id.empty() && id.size() < 19 &&
        id.find_first_not_of("0123456789", id[0] == '-' ? 1 : 0) == std::string_view::npos && id != "-" &&
        (id[0] != '0' || id.size() == 1);
    isNumber ? fields.json(key, id) : fields.text(key, id);
}

std::string streamJson(const Trace& trace, const StreamSummary& summary)
{
    const Stream& stream = trace.streams[summary.stream.value()];
    JsonFields fields;
    addId(fields, stream.hasDeviceArgs ? "device" : "pid", trace.text(stream.device));
    addId(fields, stream.hasDeviceArgs ? "stream" : "tid", trace.text(stream.stream));
    fields.number("kernels", summary.kernels)
        .json("sum_us", microsecondsText(summary.sum))
        .json("union_us", microsecondsText(summary.unionTime))
        .number("gaps_gt_1us", summary.gapsOver1us)
        .json("gap_us", microsecondsText(summary.gapTime))
        .json("max_gap_us", microsecondsText(summary.longestGap))
        .number("overlaps", summary.overlaps)
        .json("overlap_us", microsecondsText(summary.overlapTime));
    return fields.object();
}

} // namespace

std::string figuresJson(const Trace& trace, const TraceFigures& figures)
{
    JsonFields fields;
    fields.text("schema", "twintrace.stats/1").text("file", trace.file);
    for (const FigureField& field : headFields(trace))
        fields.json(field.key, field.isText ? quotedJson(field.value) : field.value);
    fields.json("device_names", jsonListOf(trace.metadata.deviceNames, quotedJson));
    fields.json("problems", problemsJson(trace, figures, false));
    fields.json("notices", problemsJson(trace, figures, true));
    for (const FigureField& field : figureFields(trace, figures))
        fields.json(field.key, field.value);
    fields.json("gap_causes", gapCausesJson(figures.gaps));
    fields.json("kernels_per_step",
                jsonListOf(figures.kernelsPerStep, [](auto count) { return std::to_string(count); }));
    fields.json("step_us", jsonListOf(figures.stepTimes, microsecondsText));
    fields.json("streams",
                jsonListOf(figures.streams, [&](const auto& stream) { return streamJson(trace, stream); }));
    return fields.object();
}

} // namespace twintrace
