// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trace_origins.h"

#include "core/import/args_reader.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace twintrace
{
namespace
{

/// "linear, silu, mul" -> its parts.
std::vector<std::string> partsOf(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t comma = std::min(text.find(", ", at), text.size());
        parts.push_back(text.substr(at, comma - at));
        at = comma + 2;
    }
    return parts;
}

std::string textOf(const nlohmann::ordered_json& args, const char* key)
{
    const auto found = args.find(key);
    return found != args.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isOurs(const Trace& trace)
{
    const nlohmann::json facts = nlohmann::json::parse(trace.metadata.otherJson, nullptr, false);
    return facts.is_object() && facts.value("recorder", nlohmann::json()) == "twintrace";
}

} // namespace

OriginLookup originLookup(const TracePtr& trace)
{
    if (!isOurs(*trace))
        return {};
    auto reader = std::make_shared<ArgsReader>(trace);
    return [reader](EventId event) {
        KernelOrigin origin;
        const auto args = reader->args(event);
        if (!args || !args->is_object())
            return origin; // the file is gone or has changed: the other layers still serve
        const std::string node = textOf(*args, "Node");
        origin.nodes = node.empty() ? partsOf(textOf(*args, "Source nodes")) : std::vector<std::string>{node};
        origin.source = textOf(*args, "Source");
        origin.module = textOf(*args, "Module");
        return origin;
    };
}

} // namespace twintrace
