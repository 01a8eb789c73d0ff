// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace twintrace
{

/// Small questions about pieces of JSON text. "Raw" is a value as it stands in the file: strings with their
/// quotes.

[[nodiscard]] constexpr bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// A number of RFC 8259 and nothing else.
[[nodiscard]] bool isJsonNumber(std::string_view raw);
[[nodiscard]] constexpr bool isJsonLiteral(std::string_view raw)
{
    return raw == "true" || raw == "false" || raw == "null";
}
/// True when the escape that begins with the backslash at `at` is one of JSON's.
[[nodiscard]] bool isValidEscape(std::string_view text, std::size_t at);

[[nodiscard]] constexpr bool isRawString(std::string_view raw)
{
    return raw.size() >= 2 && raw.front() == '"';
}
/// Without the quotes of a string; other values as they are. Escapes stay.
[[nodiscard]] constexpr std::string_view unquoted(std::string_view raw)
{
    return isRawString(raw) ? raw.substr(1, raw.size() - 2) : raw;
}
/// The text a raw value stands for: strings unescaped (lone surrogates become U+FFFD), others as they are.
[[nodiscard]] std::string textOf(std::string_view raw);
void appendUnescaped(std::string& out, std::string_view escaped);
void appendUtf8(std::string& out, std::uint32_t codePoint);
/// Length in bytes of the valid UTF-8 sequence at `at`, 0 when there is none.
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t at);
[[nodiscard]] std::uint64_t countCodePoints(std::string_view utf8);
/// A whole number, also in quotes; empty when it is none or does not fit.
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view raw);
/// A finite number, also in quotes.
[[nodiscard]] std::optional<double> finiteNumberOf(std::string_view raw);

} // namespace twintrace
