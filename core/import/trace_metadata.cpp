// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/trace_metadata.h"

#include "core/import/json_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace twintrace
{
namespace
{

constexpr std::size_t kLongestOther = std::size_t{1} << 20;
using Json = nlohmann::ordered_json;

// A whole number however it is written: 3, "3", 3.0.
std::optional<std::int64_t> wholeNumber(const Json& value)
{
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (value.is_string())
        return integerOf(value.get_ref<const std::string&>());
    if (value.is_number_float() && std::abs(value.get<double>()) < 9e15)
        return static_cast<std::int64_t>(value.get<double>());
    return std::nullopt;
}

// Writing deeply nested JSON takes stack; nobody's metadata is that deep.
bool isTooDeep(std::string_view text)
{
    constexpr int kMaxDepth = 256;
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (depth > kMaxDepth)
            return true;
    }
    return false;
}

void readDeviceNames(const Json& properties, std::vector<std::string>& names)
{
    names.clear();
    if (!properties.is_array())
        return;
    for (const Json& device : properties) {
        const auto name = device.is_object() ? device.find("name") : device.end();
        const bool isNamed = device.is_object() && name != device.end() && name->is_string();
        names.push_back(isNamed && !name->get_ref<const std::string&>().empty() ? name->get<std::string>()
                                                                                : "unknown");
    }
}

} // namespace

void readMetadata(const std::vector<DocumentValue>& values, TraceMetadata& metadata)
{
    Json other = Json::object();
    std::size_t otherBytes = 0;
    for (const auto& [key, text, place] : values) {
        if (isTooDeep(text))
            continue;
        const Json value = Json::parse(text, nullptr, false);
        if (value.is_discarded())
            continue;
        if (key == "deviceProperties") {
            readDeviceNames(value, metadata.deviceNames);
        } else if (key == "distributedInfo" && value.is_object()) {
            if (const auto rank = value.find("rank"); rank != value.end())
                metadata.rank = wholeNumber(*rank);
        } else if (key == "baseTimeNanoseconds") {
            metadata.baseTimeNanoseconds = wholeNumber(value).value_or(0);
        }
        otherBytes += key.size() + text.size();
        if (otherBytes <= kLongestOther)
            other[textOf('"' + key + '"')] = value;
    }
    metadata.otherJson = other.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void addRecorderDoubts(const std::vector<DocumentValue>& values, OddityCounts& oddities)
{
    for (const DocumentValue& value : values) {
        if (value.key != "twintrace" || isTooDeep(value.text))
            continue;
        const Json own = Json::parse(value.text, nullptr, false);
        if (!own.is_object())
            continue;
        const auto found = own.find("dropped_records");
        const auto dropped = found == own.end() ? std::nullopt : wholeNumber(*found);
        if (dropped.value_or(0) > 0)
            oddities.add(Oddity::DroppedRecords, value.place, static_cast<std::uint64_t>(*dropped));
    }
}

} // namespace twintrace
