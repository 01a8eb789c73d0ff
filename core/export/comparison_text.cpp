// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/comparison_text.h"

#include "core/base/format.h"
#include "core/export/comparison_figures.h"
#include "core/export/csv.h"

#include <algorithm>

namespace twintrace
{
namespace
{

/// Characters, not bytes: "µs" and "×" are one column each.
std::size_t width(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t columns)
{
    return text + std::string(width(text) < columns ? columns - width(text) : 1, ' ');
}

std::string coverageLine(const MapTotals& totals)
{
    return formatPercent(totals.coverageByTime()) + " of the kernel time, " +
           formatPercent(totals.coverageByCount()) + " of the kernels";
}

std::string escapedCell(std::string text)
{
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, "\\");
    return text;
}

std::string launchLine(const LaunchDelta& row)
{
    const auto side = [](double calls, double kernels) {
        return countAForward(static_cast<std::int64_t>(calls * 1000 + 0.5), 1000) +
               (calls == 1 ? " call, " : " calls, ") +
               countAForward(static_cast<std::int64_t>(kernels * 1000 + 0.5), 1000) +
               (kernels == 1 ? " kernel" : " kernels");
    };
    return padded(row.api, 26) + padded(side(row.calls.baseline, row.kernels.baseline), 26) +
           side(row.calls.candidate, row.kernels.candidate);
}

void appendGroups(std::string& out, const KernelMap& map)
{
    out += "\nWhat became of the kernels, a forward\n";
    for (const KernelGroup& group : map.groups) {
        out += "  " + padded(std::string(kindKey(group.kind)), 9) +
               padded(formatDelta(timeDelta(map, group)), 11);
        if (group.kind == GroupKind::Removed)
            out += kernelsInWords(group.baseline, map.forwards.baseline);
        else if (group.kind == GroupKind::Added)
            out += kernelsInWords(group.candidate, map.forwards.candidate);
        else if (group.kind == GroupKind::Same)
            out += kernelsInWords(group.baseline, map.forwards.baseline);
        else
            out += kernelsInWords(group.baseline, map.forwards.baseline) + "  →  " +
                   kernelsInWords(group.candidate, map.forwards.candidate);
        out += group.isOutside ? "  [outside the forwards]\n"
                               : "  [" + std::string(layerKey(group.layer)) + "]\n";
    }
}

} // namespace

std::string comparisonText(const Paired<std::string>& files, const TraceComparison& comparison)
{
    std::string out = comparison.sentence + "\n";
    for (const std::string& advice : comparison.advice)
        out += "  next: " + advice + "\n";
    out += "\nbaseline   " + files.baseline + "\ncandidate  " + files.candidate + "\n";
    for (const Difference& difference : comparison.comparable.differences)
        out += std::string(difference.isSerious ? "  differs! " : "  differs: ") + difference.sentence + "\n";
    out += "\n" + padded("A forward", 28) + padded("baseline", 26) + "candidate\n";
    for (const FigureRow& row : figureRows(comparison))
        out += padded("  " + row.title, 28) + padded(row.baseline, 26) + row.candidate + "\n";
    if (!comparison.launches.empty()) {
        out += "\nLaunches, a forward\n";
        for (const LaunchDelta& row : comparison.launches)
            out += "  " + launchLine(row) + "\n";
    }
    out += "\nFrom baseline to candidate: " + formatDuration(comparison.waterfall.baseline) + "\n";
    for (const WaterfallStep& step : comparison.waterfall.steps)
        if (step.delta != 0)
            out += "  " + padded(formatDelta(step.delta), 12) + step.title + "\n";
    out += "  = " + formatDuration(comparison.waterfall.candidate) + "\n";
    appendGroups(out, comparison.map);
    out += "\nMatched: " + coverageLine(comparison.map.totals.baseline) + " (baseline); " +
           coverageLine(comparison.map.totals.candidate) + " (candidate)\n";
    return out;
}

std::string comparisonCsv(const TraceComparison& comparison)
{
    const KernelMap& map = comparison.map;
    std::string out = csvLine({"kind", "layer", "confidence", "label", "baseline_kernels",
                               "candidate_kernels", "baseline_count", "candidate_count", "baseline_us",
                               "candidate_us", "delta_count", "delta_us", "outside_forwards"});
    for (const KernelGroup& group : map.groups) {
        const auto names = [](const std::vector<GroupKernel>& kernels) {
            std::string text;
            for (const GroupKernel& kernel : kernels)
                text += (text.empty() ? "" : "\n") + std::to_string(kernel.count) + " x " + kernel.name;
            return text;
        };
        out += csvLine({std::string(kindKey(group.kind)), std::string(layerKey(group.layer)),
                        countAForward(static_cast<std::int64_t>(group.confidence * 1000 + 0.5), 1000),
                        group.label, names(group.baseline), names(group.candidate),
                        std::to_string(group.baselineCount), std::to_string(group.candidateCount),
                        microsecondsText(group.baselineTime), microsecondsText(group.candidateTime),
                        countDelta(map, group), microsecondsText(timeDelta(map, group)),
                        group.isOutside ? "yes" : "no"});
    }
    return out;
}

std::string comparisonMarkdown(const Paired<std::string>& files, const TraceComparison& comparison)
{
    const KernelMap& map = comparison.map;
    std::string out = "**" + comparison.sentence + "**\n\n";
    for (const std::string& advice : comparison.advice)
        out += "- " + advice + "\n";
    if (!comparison.comparable.differences.empty()) {
        out += "\nThe runs differ:\n\n";
        for (const Difference& difference : comparison.comparable.differences)
            out += "- " + difference.sentence + (difference.isSerious ? " (serious)" : "") + "\n";
    }
    out += "\n| a forward | `" + files.baseline + "` | `" + files.candidate + "` |\n|---|---:|---:|\n";
    for (const FigureRow& row : figureRows(comparison))
        out += "| " + row.title + " | " + row.baseline + " | " + row.candidate + " |\n";
    out += "\n| | change | baseline | candidate | by |\n|---|---:|---|---|---|\n";
    for (const KernelGroup& group : map.groups)
        out += "| " + std::string(kindKey(group.kind)) + " | " + formatDelta(timeDelta(map, group)) + " | " +
               escapedCell(kernelsInWords(group.baseline, map.forwards.baseline)) + " | " +
               escapedCell(kernelsInWords(group.candidate, map.forwards.candidate)) + " | " +
               (group.isOutside ? "outside the forwards" : std::string(layerKey(group.layer))) + " |\n";
    out += "\nMatched: " + coverageLine(map.totals.baseline) + " (baseline); " +
           coverageLine(map.totals.candidate) + " (candidate).\n";
    return out;
}

} // namespace twintrace
