// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/gate.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace twintrace
{
namespace
{

using nlohmann::json;

constexpr std::string_view kSpaces = " \t\r\n";
// Two-character operators first, or ">=" would be read as ">".
constexpr std::array<std::string_view, 6> kOperators{">=", "<=", "==", "!=", ">", "<"};

struct Condition {
    std::string path;
    std::string comparison; ///< "" for a check's id
    std::string limit;
};

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(kSpaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string inQuotes(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

Result<Condition> parseCondition(std::string_view text)
{
    const auto bad = [&](const char* why) {
        return fail(ErrorCode::Usage,
                    "The gate " + inQuotes(text) + " " + why +
                        "; write it as CANDIDATE.field OP number, for example 'aot.speedup >= 1.2', "
                        "variants.ID.path OP number, or the id of a check.");
    };
    const auto begin = text.find_first_of("<>=!");
    if (begin == std::string_view::npos) {
        const std::string_view id = trimmed(text);
        if (id.empty())
            return bad("is empty");
        return Condition{std::string(id), {}, {}};
    }
    for (const std::string_view comparison : kOperators) {
        if (text.substr(begin, comparison.size()) != comparison)
            continue;
        Condition condition{std::string(trimmed(text.substr(0, begin))), std::string(comparison),
                            std::string(trimmed(text.substr(begin + comparison.size())))};
        if (condition.path.empty() || condition.limit.empty())
            return bad("lacks one of its two sides");
        if (condition.limit.find_first_of("<>=!") != std::string::npos)
            return bad("has more than one operator");
        return condition;
    }
    return bad("has an operator that does not exist");
}

// "a.b[0].c" -> a, b, 0, c. Ids may hold '-' and '@' but no dots.
std::vector<std::string> stepsOf(std::string_view path)
{
    std::vector<std::string> steps(1);
    for (const char c : path) {
        if (c == '.' || c == '[')
            steps.emplace_back();
        else if (c != ']')
            steps.back() += c;
    }
    return steps;
}

const json* elementWith(const json& list, const char* key, const std::string& value)
{
    if (!list.is_array())
        return nullptr;
    for (const json& element : list) {
        if (element.is_object() && element.value(key, json()) == value)
            return &element;
    }
    return nullptr;
}

std::string namesIn(const json& list, const char* key)
{
    std::string names;
    if (list.is_array()) {
        for (const json& element : list) {
            if (element.is_object() && element.contains(key) && element[key].is_string())
                names += (names.empty() ? "" : ", ") + element[key].get<std::string>();
        }
    }
    return names.empty() ? "none" : names;
}

std::string keysOf(const json& value)
{
    if (value.is_array())
        return value.empty() ? "none" : "0 to " + std::to_string(value.size() - 1);
    std::string names;
    if (value.is_object()) {
        for (const auto& [key, ignored] : value.items())
            names += (names.empty() ? "" : ", ") + key;
    }
    return names.empty() ? "none" : names;
}

std::optional<std::size_t> indexOf(const std::string& step)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (error != std::errc() || end != step.data() + step.size())
        return std::nullopt;
    return index;
}

// Follows steps[first..] from `value`. A null on the way ends the walk: what is below has no value either.
Result<const json*> walk(const json* value, const std::vector<std::string>& steps, std::size_t first,
                         const Condition& condition)
{
    for (std::size_t i = first; i < steps.size() && !value->is_null(); ++i) {
        const std::optional<std::size_t> index = value->is_array() ? indexOf(steps[i]) : std::nullopt;
        if (value->is_object() && value->contains(steps[i]))
            value = &(*value)[steps[i]];
        else if (index && *index < value->size())
            value = &(*value)[*index];
        else
            return fail(ErrorCode::Usage, "The gate names " + inQuotes(condition.path) +
                                              ", and there is no " + inQuotes(steps[i]) +
                                              "; there are: " + keysOf(*value) + ".");
    }
    return value;
}

Result<const json*> find(const json& document, const Condition& condition)
{
    const std::vector<std::string> steps = stepsOf(condition.path);
    if (steps.size() > 1 && steps[0] == "variants" && document.contains("variants")) {
        const json* variant = elementWith(document["variants"], "id", steps[1]);
        if (variant == nullptr)
            return fail(ErrorCode::Usage, "The gate names the variant " + inQuotes(steps[1]) +
                                              ", which is not in this session; there are: " +
                                              namesIn(document["variants"], "id") + ".");
        return walk(variant, steps, 2, condition);
    }
    if (steps.size() > 1 && document.contains("comparisons")) {
        if (const json* comparison = elementWith(document["comparisons"], "candidate", steps[0]))
            return walk(comparison, steps, 1, condition);
    }
    if (document.contains(steps[0]))
        return walk(&document, steps, 0, condition);
    if (document.contains("comparisons"))
        return fail(ErrorCode::Usage, "The gate names " + inQuotes(steps[0]) +
                                          ", which is no candidate of this session; there are: " +
                                          namesIn(document["comparisons"], "candidate") + ".");
    return walk(&document, steps, 0, condition);
}

bool holds(double value, const std::string& comparison, double limit)
{
    if (comparison == ">=")
        return value >= limit;
    if (comparison == "<=")
        return value <= limit;
    if (comparison == ">")
        return value > limit;
    if (comparison == "<")
        return value < limit;
    return comparison == "==" ? value == limit : value != limit;
}

GateOutcome outcome(bool passed, const Condition& condition, const std::string& found)
{
    return {passed, "Gate " + inQuotes(condition.path + " " + condition.comparison + " " + condition.limit) +
                        (passed ? " holds: " : " failed: ") + condition.path + " is " + found + "."};
}

Result<GateOutcome> judgeCheck(const json& document, const Condition& condition)
{
    const json* check =
        document.contains("checks") ? elementWith(document["checks"], "id", condition.path) : nullptr;
    if (check == nullptr)
        return fail(ErrorCode::Usage, "The gate " + inQuotes(condition.path) +
                                          " is no condition and no check of this run; its checks are: " +
                                          namesIn(document.value("checks", json::array()), "id") + ".");
    const bool passed = check->value("ok", json(false)) == json(true);
    const json sentence = check->value("sentence", json(""));
    return GateOutcome{passed, "Check " + inQuotes(condition.path) + (passed ? " holds: " : " failed: ") +
                                   (sentence.is_string() ? sentence.get<std::string>() : std::string())};
}

Result<GateOutcome> judgeWord(const json& value, const Condition& condition)
{
    const std::string found = value.is_string() ? value.get<std::string>() : value.dump();
    if (condition.comparison != "==" && condition.comparison != "!=")
        return fail(ErrorCode::Usage, "The gate compares " + inQuotes(condition.path) + ", which is " +
                                          found + ", by " + condition.comparison +
                                          "; only == and != make sense there.");
    return outcome((found == condition.limit) == (condition.comparison == "=="), condition, found);
}

} // namespace

Result<GateOutcome> judgeGate(std::string_view text, std::string_view documentText)
{
    Result<Condition> parsed = parseCondition(text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Condition& condition = *parsed;
    const json document = json::parse(documentText, nullptr, false);
    if (!document.is_object())
        return fail(ErrorCode::Unreadable, "The gate " + inQuotes(text) + " has no figures to look at.");
    if (condition.comparison.empty())
        return judgeCheck(document, condition);

    const Result<const json*> found = find(document, condition);
    if (!found)
        return tl::unexpected(found.error());
    const json& value = **found;
    double limit = 0;
    const char* end = condition.limit.data() + condition.limit.size();
    const auto [rest, error] = std::from_chars(condition.limit.data(), end, limit);
    const bool isNumber = error == std::errc() && rest == end && std::isfinite(limit);
    if (value.is_null()) {
        if (isNumber && stepsOf(condition.path).back() == "break_even_calls")
            return outcome(holds(std::numeric_limits<double>::infinity(), condition.comparison, limit),
                           condition, "never");
        return outcome(false, condition, "unknown in this run");
    }
    if (value.is_string() || value.is_boolean())
        return judgeWord(value, condition);
    if (!isNumber)
        return fail(ErrorCode::Usage,
                    "The gate compares with " + inQuotes(condition.limit) + ", which is no number.");
    if (!value.is_number())
        return fail(ErrorCode::Usage, "The gate names " + inQuotes(condition.path) +
                                          ", which is no single figure; go on with: " + keysOf(value) + ".");
    return outcome(holds(value.get<double>(), condition.comparison, limit), condition, value.dump());
}

} // namespace twintrace
