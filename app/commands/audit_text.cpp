// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/audit_text.h"

#include "app/commands/text_table.h"
#include "core/base/format.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

namespace twintrace
{
namespace
{

using nlohmann::json;

const json kNothing;

const json& at(const json& object, const char* key)
{
    if (!object.is_object())
        return kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

std::string words(const json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.is_null() ? std::string("–") : value.dump();
}

std::string duration(const json& value, double nanoseconds)
{
    if (!value.is_number())
        return "–";
    return formatDuration(static_cast<Nanoseconds>(std::llround(value.get<double>() * nanoseconds)));
}

std::string indented(const std::string& text, const char* indent)
{
    std::istringstream lines(text);
    std::string out;
    for (std::string line; std::getline(lines, line);)
        out += indent + line + "\n";
    return out;
}

std::string breakText(const json& entry, std::size_t number)
{
    std::string text = "  break " + std::to_string(number) + ": " + words(at(entry, "reason")) + "\n";
    if (at(entry, "file").is_string())
        text += "    " + words(at(entry, "file")) + ":" + words(at(entry, "line")) + "  " +
                (at(entry, "code").is_string() ? words(at(entry, "code")) : std::string()) + "\n";
    if (at(entry, "explanation").is_string())
        text += indented(words(at(entry, "explanation")), "    ");
    if (at(entry, "hints").is_array()) {
        for (const json& hint : at(entry, "hints"))
            text += indented("hint: " + words(hint), "    ");
    }
    if (at(entry, "link").is_string())
        text += "    " + words(at(entry, "link")) + "\n";
    return text;
}

std::string sides(const json& audit)
{
    std::vector<std::vector<std::string>> rows{{"", "first call", "steady"}};
    for (const char* side : {"eager", "compiled"})
        rows.push_back({side, duration(at(at(audit, side), "first_ms"), 1e6),
                        duration(at(at(audit, side), "steady_us"), 1e3)});
    return textTable(rows);
}

std::string batchTable(const json& batches)
{
    std::vector<std::vector<std::string>> rows{{"batch", "shapes", "graphs added", "first call", "steady"}};
    for (const json& entry : batches)
        rows.push_back({words(at(entry, "batch")), at(entry, "dynamic") == json(true) ? "dynamic" : "static",
                        words(at(entry, "graphs_added")), duration(at(entry, "first_ms"), 1e6),
                        duration(at(entry, "steady_us"), 1e3)});
    return textTable(rows);
}

std::string list(const json& audit, const char* key, const char* head, std::string (*line)(const json&))
{
    const json& entries = at(audit, key);
    if (!entries.is_array() || entries.empty())
        return {};
    std::string text = std::string("\n") + head + "\n";
    for (const json& entry : entries)
        text += line(entry);
    return text;
}

} // namespace

std::string auditText(const json& audit)
{
    const json& model = at(audit, "model");
    std::string text = words(model.is_object() ? at(model, "name") : model) + ", torch " +
                       words(at(audit, "torch")) + ", " + words(at(audit, "device")) + ", mode " +
                       words(at(audit, "mode")) + "\n\n" + words(at(audit, "graphs")) + " graphs, " +
                       words(at(audit, "graph_breaks")) + " graph breaks, ops per graph " +
                       words(at(audit, "ops_per_graph")) + "\n";
    std::size_t number = 0;
    if (at(audit, "breaks").is_array()) {
        for (const json& entry : at(audit, "breaks"))
            text += breakText(entry, ++number);
    }
    text += "\n" + sides(audit);
    text += list(audit, "phases", "The first call was spent on", [](const json& phase) {
        return "  " + words(at(phase, "name")) + " " + duration(at(phase, "ms"), 1e6) + "\n";
    });
    text += list(audit, "recompiles", "Recompiles", [](const json& entry) {
        return "  " + words(at(entry, "function")) + " ×" + words(at(entry, "count")) + ": " +
               words(at(entry, "reason")) + "\n";
    });
    if (at(audit, "batches").is_array() && !at(audit, "batches").empty())
        text += "\n" + batchTable(at(audit, "batches"));
    text += list(audit, "generated", "Generated kernels", [](const json& entry) {
        return "  " + words(at(entry, "kernel")) + " (" + words(at(entry, "kind")) + ")\n";
    });
    text += list(audit, "checks", "Checks", [](const json& check) {
        return std::string(at(check, "ok") == json(true) ? "  pass  " : "  FAIL  ") +
               words(at(check, "sentence")) + "\n";
    });
    if (at(audit, "problem").is_string())
        text += "\nIt could not be compiled: " + words(at(audit, "problem")) + "\n";
    return text;
}

} // namespace twintrace
