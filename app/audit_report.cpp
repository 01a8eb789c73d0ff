// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/audit_report.h"

#include "views/models/figure_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <nlohmann/json.hpp>

#include <initializer_list>

namespace twintrace
{
namespace
{

using nlohmann::json;

QString tr(const char* text)
{
    return QCoreApplication::translate("AuditReport", text);
}

const json& at(const json& object, const char* key)
{
    static const json nothing;
    if (!object.is_object())
        return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

QString words(const json& value)
{
    if (value.is_string())
        return textOf(value.get_ref<const std::string&>());
    return value.is_null() ? QString() : textOf(value.dump());
}

std::optional<double> number(const json& value)
{
    return value.is_number() ? std::optional<double>(value.get<double>()) : std::nullopt;
}

/// The number at a path of keys: {"caches", "hits"}.
std::optional<double> numberAt(const json& document, std::initializer_list<const char*> path)
{
    const json* value = &document;
    for (const char* key : path)
        value = &at(*value, key);
    return number(*value);
}

/// What an array holds, each value made into an entry; nothing for what is no array.
template <class Entry, class Make> std::vector<Entry> entries(const json& values, Make&& make)
{
    std::vector<Entry> all;
    if (values.is_array()) {
        for (const json& value : values)
            all.push_back(make(value));
    }
    return all;
}

QStringList list(const json& values)
{
    const std::vector<QString> all = entries<QString>(values, words);
    return {all.begin(), all.end()};
}

CodeLine codeLine(const json& value)
{
    return {words(at(value, "file")), int(number(at(value, "line")).value_or(0)), words(at(value, "code"))};
}

AuditBreak breakOf(const json& value)
{
    return {words(at(value, "reason")),
            words(at(value, "explanation")),
            words(at(value, "link")),
            list(at(value, "hints")),
            codeLine(value),
            entries<CodeLine>(at(value, "neighbours"), codeLine)};
}

AuditRecompile recompileOf(const json& value)
{
    return {words(at(value, "function")), words(at(value, "guard")), words(at(value, "reason")),
            words(at(value, "sweep")), std::int64_t(number(at(value, "count")).value_or(1))};
}

AuditBatch batchOf(const json& value)
{
    AuditBatch batch;
    batch.batch = std::int64_t(number(at(value, "batch")).value_or(0));
    batch.sweep = words(at(value, "sweep"));
    if (batch.sweep.isEmpty())
        batch.sweep = at(value, "dynamic").is_boolean() && at(value, "dynamic").get<bool>() ? tr("dynamic")
                                                                                            : tr("static");
    batch.problem = words(at(value, "problem"));
    batch.graphsAdded = number(at(value, "graphs_added"));
    batch.firstMs = number(at(value, "first_ms"));
    batch.steadyUs = number(at(value, "steady_us"));
    batch.eagerUs = number(at(value, "eager_us"));
    batch.speedup = number(at(value, "speedup"));
    return batch;
}

GeneratedKernel generatedOf(const json& value)
{
    return {words(at(value, "kernel")), words(at(value, "kind")), words(at(value, "source")),
            list(at(value, "source_ops")), entries<CodeLine>(at(value, "lines"), codeLine)};
}

CompileStep stepOf(const json& value)
{
    return {words(at(value, "name")), words(at(value, "part")), words(at(value, "compile_id")),
            numberAt(value, {"begin_us"}).value_or(0), numberAt(value, {"duration_us"}).value_or(0)};
}

SessionCheck checkOf(const json& value)
{
    SessionCheck check;
    check.id = words(at(value, "id")).toStdString();
    check.ok = at(value, "ok").is_boolean() && at(value, "ok").get<bool>();
    check.measured = number(at(value, "measured"));
    check.limit = number(at(value, "limit")).value_or(0);
    check.sentence = words(at(value, "sentence")).toStdString();
    return check;
}

/// The model in a few words: what was given, and its inputs "16×256 float32".
QString modelText(const json& model)
{
    if (!model.is_object())
        return words(model);
    QStringList parts{QFileInfo(words(at(model, "source"))).fileName()};
    for (const json& input : entries<json>(at(model, "inputs"), [](const json& each) { return each; }))
        parts << list(at(input, "shape")).join(QStringLiteral("×")) + QLatin1Char(' ') +
                     words(at(input, "dtype"));
    return parts.join(QStringLiteral(" · "));
}

QString countOf(std::optional<double> count, const QString& one, const QString& many)
{
    if (!count)
        return tr("unknown number of %1").arg(many);
    return meanCountText(*count) + QLatin1Char(' ') + (*count == 1 ? one : many);
}

} // namespace

QString CodeLine::place() const
{
    return file.isEmpty() ? tr("line not known")
                          : QStringLiteral("%1:%2").arg(QFileInfo(file).fileName()).arg(line);
}

std::vector<GeneratedKernel> parseGenerated(std::string_view text)
{
    return entries<GeneratedKernel>(json::parse(text, nullptr, false), generatedOf);
}

AuditReport parseAudit(std::string_view text)
{
    const json document = json::parse(text, nullptr, false);
    AuditReport report;
    report.model = modelText(at(document, "model"));
    report.torch = words(at(document, "torch"));
    report.mode = words(at(document, "mode"));
    report.problem = words(at(document, "problem"));
    report.graphs = numberAt(document, {"graphs"});
    report.breakCount = numberAt(document, {"graph_breaks"});
    report.brokenGraphs = numberAt(document, {"broken", "graphs"});
    report.brokenBreaks = numberAt(document, {"broken", "graph_breaks"});
    report.compileMs = numberAt(document, {"compile_ms"});
    report.eagerFirstMs = numberAt(document, {"eager", "first_ms"});
    report.eagerSteadyUs = numberAt(document, {"eager", "steady_us"});
    report.compiledFirstMs = numberAt(document, {"compiled", "first_ms"});
    report.compiledSteadyUs = numberAt(document, {"compiled", "steady_us"});
    report.cacheHits = numberAt(document, {"caches", "hits"});
    report.cacheMisses = numberAt(document, {"caches", "misses"});
    report.cacheBypassed = numberAt(document, {"caches", "bypassed"});
    report.breaks = entries<AuditBreak>(at(document, "breaks"), breakOf);
    report.recompiles = entries<AuditRecompile>(at(document, "recompiles"), recompileOf);
    report.batches = entries<AuditBatch>(at(document, "batches"), batchOf);
    report.generated = entries<GeneratedKernel>(at(document, "generated"), generatedOf);
    report.checks = entries<SessionCheck>(at(document, "checks"), checkOf);
    report.timeline = entries<CompileStep>(at(document, "timeline"), stepOf);
    report.phasesMs = entries<std::pair<QString, double>>(at(document, "phases"), [](const json& value) {
        return std::pair(words(at(value, "name")), number(at(value, "ms")).value_or(0));
    });
    return report;
}

QString AuditReport::sentence() const
{
    QString text = countOf(graphs, tr("graph"), tr("graphs")) + QStringLiteral(", ") +
                   countOf(breakCount, tr("graph break"), tr("graph breaks"));
    if (brokenGraphs)
        text += tr("; with a break put in: %1").arg(countOf(brokenGraphs, tr("graph"), tr("graphs")));
    return text + QLatin1Char('.');
}

} // namespace twintrace
