// SPDX-License-Identifier: MIT
#include "core/export/json_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace twintrace
{
namespace
{

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

// Length of the well-formed UTF-8 sequence at `at` (Unicode table 3-7), or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t offset) {
        return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0U;
    };
    const auto within = [](unsigned value, unsigned low, unsigned high) {
        return value >= low && value <= high;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    if (within(first, 0xC2, 0xDF))
        return within(byte(1), 0x80, 0xBF) ? 2 : 0;
    if (within(first, 0xE0, 0xEF)) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = first == 0xED ? 0x9F : 0xBF; // no surrogates
        return within(byte(1), low, high) && within(byte(2), 0x80, 0xBF) ? 3 : 0;
    }
    if (within(first, 0xF0, 0xF4)) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
        return within(byte(1), low, high) && within(byte(2), 0x80, 0xBF) && within(byte(3), 0x80, 0xBF) ? 4
                                                                                                        : 0;
    }
    return 0;
}

void appendControl(std::string& out, unsigned char value)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    switch (value) {
    case '\n':
        out += "\\n";
        return;
    case '\t':
        out += "\\t";
        return;
    case '\r':
        out += "\\r";
        return;
    default:
        out += "\\u00";
        out += kDigits[value >> 4U];
        out += kDigits[value & 15U];
    }
}

} // namespace

void appendJsonText(std::string& out, std::string_view text)
{
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const auto value = static_cast<unsigned char>(text[at]);
        if (value == '"' || value == '\\') {
            out += '\\';
            out += text[at++];
        } else if (value < 0x20 || value == 0x7F) {
            appendControl(out, value);
            ++at;
        } else if (const std::size_t length = sequenceLength(text, at); length > 0) {
            out.append(text, at, length);
            at += length;
        } else {
            out += kReplacement;
            ++at;
        }
    }
    out += '"';
}

void JsonFields::beginMember(std::string_view key)
{
    if (!m_members.empty())
        m_members += ',';
    appendJsonText(m_members, key);
    m_members += ':';
}

JsonFields& JsonFields::text(std::string_view key, std::string_view value)
{
    beginMember(key);
    appendJsonText(m_members, value);
    return *this;
}

JsonFields& JsonFields::flag(std::string_view key, bool value)
{
    beginMember(key);
    m_members += value ? "true" : "false";
    return *this;
}

JsonFields& JsonFields::decimal(std::string_view key, double value)
{
    if (!std::isfinite(value))
        return *this;
    beginMember(key);
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    m_members.append(digits.data(), error == std::errc() ? static_cast<std::size_t>(end - digits.data()) : 0);
    return *this;
}

JsonFields& JsonFields::numbers(std::string_view key, std::span<const std::int64_t> values)
{
    beginMember(key);
    m_members += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0)
            m_members += ',';
        m_members += std::to_string(values[i]);
    }
    m_members += ']';
    return *this;
}

JsonFields& JsonFields::json(std::string_view key, std::string_view value)
{
    beginMember(key);
    m_members += value;
    return *this;
}

} // namespace twintrace
