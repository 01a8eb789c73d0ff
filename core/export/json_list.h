// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/json_text.h"

#include <string>
#include <string_view>

namespace twintrace
{

/// A JSON array of values that are JSON text already.
class JsonList
{
  public:
    void add(std::string_view value)
    {
        m_values += m_values.empty() ? "" : ", ";
        m_values += value;
    }
    [[nodiscard]] std::string text() const { return "[" + m_values + "]"; }

  private:
    std::string m_values;
};

/// `text` as a JSON string.
[[nodiscard]] inline std::string quotedJson(std::string_view text)
{
    std::string out;
    appendJsonText(out, text);
    return out;
}

/// The array of text(element) over a range.
template <class Range, class Text> [[nodiscard]] std::string jsonListOf(const Range& range, Text text)
{
    JsonList list;
    for (const auto& element : range)
        list.add(text(element));
    return list.text();
}

} // namespace twintrace
