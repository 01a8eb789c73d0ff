// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/session.h"
#include "views/charts/compile_timeline_chart.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace twintrace
{

/// A line of somebody's source.
struct CodeLine {
    QString file;
    int line = 0;
    QString code;

    /// "model.py:38", or that it is not known.
    [[nodiscard]] QString place() const;
};

struct AuditBreak {
    QString reason, explanation, link;
    QStringList hints;
    CodeLine place;                   ///< innermost line of the user's own code; file "" = not known
    std::vector<CodeLine> neighbours; ///< around it, itself included
};

struct AuditRecompile {
    QString function, guard, reason, sweep;
    std::int64_t count = 0;
};

struct AuditBatch {
    std::int64_t batch = 0;
    QString sweep, problem;
    std::optional<double> graphsAdded, firstMs, steadyUs, eagerUs, speedup;
};

struct GeneratedKernel {
    QString kernel, kind, source;
    QStringList ops;
    std::vector<CodeLine> lines;
};

/// What the audit page shows of a document of schema "twintrace.audit/1". Keys that are missing stay empty.
struct AuditReport {
    QString model, torch, mode, problem;
    std::optional<double> graphs, breakCount, brokenGraphs, brokenBreaks, compileMs;
    std::optional<double> eagerFirstMs, compiledFirstMs, eagerSteadyUs, compiledSteadyUs;
    std::optional<double> cacheHits, cacheMisses, cacheBypassed;
    std::vector<AuditBreak> breaks;
    std::vector<AuditRecompile> recompiles;
    std::vector<AuditBatch> batches;
    std::vector<GeneratedKernel> generated;
    std::vector<std::pair<QString, double>> phasesMs;
    std::vector<CompileStep> timeline;
    std::vector<SessionCheck> checks;

    /// "1 graph, 0 graph breaks; with a break put in: 2 graphs, 1 break."
    [[nodiscard]] QString sentence() const;
};

/// The kernels of a package, as they lie beside a session (an array in the form of the audit's `generated`).
[[nodiscard]] std::vector<GeneratedKernel> parseGenerated(std::string_view text);

/// Total: a text that is no such document gives an empty report.
[[nodiscard]] AuditReport parseAudit(std::string_view text);

} // namespace twintrace
