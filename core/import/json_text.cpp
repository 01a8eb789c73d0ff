// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace twintrace
{
namespace
{

constexpr std::uint32_t kReplacement = 0xFFFD;

std::uint32_t hexValue(std::string_view digits)
{
    std::uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return value;
}

bool isFollowing(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
}

} // namespace

bool isJsonNumber(std::string_view raw)
{
    const char* at = raw.data();
    const char* const end = at + raw.size();
    const auto digits = [&] {
        const char* const first = at;
        while (at != end && isDigit(*at))
            ++at;
        return at != first;
    };
    if (at != end && *at == '-')
        ++at;
    const bool hasLeadingZero = at != end && *at == '0';
    const char* const whole = at;
    if (!digits() || (hasLeadingZero && at - whole > 1))
        return false;
    if (at != end && *at == '.') {
        ++at;
        if (!digits())
            return false;
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at != end && (*at == '+' || *at == '-'))
            ++at;
        if (!digits())
            return false;
    }
    return at == end;
}

bool isValidEscape(std::string_view text, std::size_t at)
{
    if (at + 1 >= text.size())
        return false;
    if (text[at + 1] != 'u')
        return std::string_view("\"\\/bfnrt").find(text[at + 1]) != std::string_view::npos;
    return at + 5 < text.size() &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                       text.begin() + static_cast<std::ptrdiff_t>(at) + 6, isHexDigit);
}

void appendUtf8(std::string& out, std::uint32_t codePoint)
{
    const auto push = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (codePoint < 0x80) {
        push(codePoint);
    } else if (codePoint < 0x800) {
        push(0xC0 | codePoint >> 6);
        push(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        push(0xE0 | codePoint >> 12);
        push(0x80 | (codePoint >> 6 & 0x3F));
        push(0x80 | (codePoint & 0x3F));
    } else {
        push(0xF0 | codePoint >> 18);
        push(0x80 | (codePoint >> 12 & 0x3F));
        push(0x80 | (codePoint >> 6 & 0x3F));
        push(0x80 | (codePoint & 0x3F));
    }
}

void appendUnescaped(std::string& out, std::string_view escaped)
{
    for (std::size_t i = 0; i < escaped.size();) {
        if (escaped[i] != '\\' || !isValidEscape(escaped, i)) {
            out += escaped[i++];
            continue;
        }
        const char kind = escaped[i + 1];
        i += 2;
        switch (kind) {
        case 'b':
            out += '\b';
            break;
        case 'f':
            out += '\f';
            break;
        case 'n':
            out += '\n';
            break;
        case 'r':
            out += '\r';
            break;
        case 't':
            out += '\t';
            break;
        case 'u': {
            std::uint32_t value = hexValue(escaped.substr(i, 4));
            i += 4;
            if (value >= 0xD800 && value < 0xDC00 && i + 1 < escaped.size() && escaped[i] == '\\' &&
                escaped[i + 1] == 'u' && isValidEscape(escaped, i)) {
                const std::uint32_t low = hexValue(escaped.substr(i + 2, 4));
                if (low >= 0xDC00 && low < 0xE000) {
                    value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
                    i += 6;
                }
            }
            appendUtf8(out, value >= 0xD800 && value < 0xE000 ? kReplacement : value);
            break;
        }
        default:
            out += kind;
        }
    }
}

std::string textOf(std::string_view raw)
{
    const std::string_view inner = unquoted(raw);
    if (!isRawString(raw) || inner.find('\\') == std::string_view::npos)
        return std::string(inner);
    std::string text;
    text.reserve(inner.size());
    appendUnescaped(text, inner);
    return text;
}

// The table of well-formed sequences is Unicode's 3-7.
std::size_t utf8Length(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4 || !isFollowing(text, at + 1))
        return 0;
    const auto second = static_cast<unsigned char>(text[at + 1]);
    if (lead < 0xE0)
        return 2;
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || !isFollowing(text, at + 2))
        return 0;
    if (lead < 0xF0)
        return 3;
    if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F) || !isFollowing(text, at + 3))
        return 0;
    return 4;
}

std::uint64_t countCodePoints(std::string_view utf8)
{
    return static_cast<std::uint64_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

std::optional<std::int64_t> integerOf(std::string_view raw)
{
    const std::string_view text = unquoted(raw);
    if (text.size() <= 18 && !text.empty()) {
        const bool isNegative = text[0] == '-';
        std::int64_t plain = 0;
        std::size_t i = isNegative ? 1 : 0;
        const std::size_t first = i;
        while (i < text.size() && isDigit(text[i]))
            plain = plain * 10 + (text[i++] - '0');
        if (i == text.size() && i > first)
            return isNegative ? -plain : plain;
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<double> finiteNumberOf(std::string_view raw)
{
    const std::string_view text = unquoted(raw);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace twintrace
