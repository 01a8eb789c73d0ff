// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace twintrace
{

/// Appends `text` as a JSON string with its quotes. The result is always valid UTF-8: each byte that is not
/// part of a well-formed sequence becomes U+FFFD, control characters are escaped.
void appendJsonText(std::string& out, std::string_view text);

/// Members of one JSON object, written as text at once: for args and metadata, where a document tree costs
/// too much. Keys are escaped; a value that is not finite is left out, since JSON has no word for it.
class JsonFields
{
  public:
    JsonFields& text(std::string_view key, std::string_view value);
    JsonFields& flag(std::string_view key, bool value);
    JsonFields& decimal(std::string_view key,
                        double value); ///< the shortest text that reads back as the same double
    JsonFields& numbers(std::string_view key, std::span<const std::int64_t> values);
    JsonFields& json(std::string_view key, std::string_view value); ///< `value` is JSON already
    template <std::integral T> JsonFields& number(std::string_view key, T value)
    {
        beginMember(key);
        m_members += std::to_string(value);
        return *this;
    }

    [[nodiscard]] bool empty() const { return m_members.empty(); }
    [[nodiscard]] const std::string& members() const { return m_members; }     ///< without the braces
    [[nodiscard]] std::string object() const { return "{" + m_members + "}"; } ///< with them
    void clear() { m_members.clear(); }

  private:
    void beginMember(std::string_view key);

    std::string m_members;
};

} // namespace twintrace
