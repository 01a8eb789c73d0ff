// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/json_text.h"
#include "core/import/repair.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace twintrace
{
namespace
{

constexpr std::array<std::string_view, 14> kEventKeys{"ph",   "name", "cat", "pid", "tid",   "ts",  "dur",
                                                      "args", "id",   "s",   "bp",  "cname", "tts", "id2"};
constexpr std::size_t kLongestGap = 256; // white space between two events; more is not looked through

std::size_t skipSpace(std::string_view text, std::size_t at)
{
    while (at < text.size() && isJsonSpace(text[at]))
        ++at;
    return at;
}

} // namespace

bool looksLikeEventStart(std::string_view text, std::size_t at)
{
    if (at >= text.size() || text[at] != '{')
        return false;
    const std::size_t quote = skipSpace(text, at + 1);
    if (quote >= text.size() || text[quote] != '"')
        return false;
    const std::size_t keyEnd = text.substr(0, quote + 8).find('"', quote + 1);
    if (keyEnd == std::string_view::npos)
        return false;
    const std::string_view key = text.substr(quote + 1, keyEnd - quote - 1);
    const std::size_t colon = skipSpace(text, keyEnd + 1);
    return colon < text.size() && text[colon] == ':' &&
           std::ranges::find(kEventKeys, key) != kEventKeys.end();
}

std::size_t findEventBorder(std::string_view text, std::size_t from)
{
    for (std::size_t at = from; at < text.size(); ++at) {
        const void* const brace = std::memchr(text.data() + at, '{', text.size() - at);
        if (!brace)
            return std::string_view::npos;
        at = static_cast<std::size_t>(static_cast<const char*>(brace) - text.data());
        if (!looksLikeEventStart(text, at))
            continue;
        const std::size_t earliest = std::max(from, at > kLongestGap ? at - kLongestGap : 0);
        std::size_t before = at;
        while (before > earliest && (isJsonSpace(text[before - 1]) || text[before - 1] == ','))
            --before;
        if (before > earliest && text[before - 1] == '}')
            return at;
    }
    return std::string_view::npos;
}

std::size_t findArrayEnd(std::string_view text, std::size_t from, bool isLastText)
{
    for (std::size_t at = text.find(']', from); at != std::string_view::npos; at = text.find(']', at + 1)) {
        std::size_t before = at;
        while (before > from && (isJsonSpace(text[before - 1]) || text[before - 1] == ','))
            --before;
        if (before == from || text[before - 1] != '}')
            continue;
        std::size_t after = skipSpace(text, at + 1);
        if (after < text.size() && text[after] == ',') {
            after = skipSpace(text, after + 1);
            const std::size_t close =
                after < text.size() && text[after] == '"' ? text.find('"', after + 1) : text.size();
            const std::size_t colon = close < text.size() ? skipSpace(text, close + 1) : text.size();
            if (colon < text.size() && text[colon] == ':' && !looksLikeEventStart(text, before))
                return at;
            continue;
        }
        if (!isLastText)
            continue;
        if (after < text.size() && text[after] == '}')
            after = skipSpace(text, after + 1);
        if (after >= text.size())
            return at;
    }
    return std::string_view::npos;
}

} // namespace twintrace
