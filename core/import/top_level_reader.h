// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/oddities.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// A key of the document other than its events, and its raw JSON value.
struct DocumentValue {
    std::string key;
    std::string text;
    std::uint64_t place = 0; ///< of the value in the text
};

/// Reads a document around its event array(s), character by character as the text comes in: finds where the
/// arrays begin and keeps the values of the other keys (as raw JSON, long ones left out).
class TopLevelReader
{
  public:
    enum class Form { Empty, Object, Array, Other };

    /// With `searchesKey` everything is skipped up to the text "traceEvents": [ (for a damaged header).
    explicit TopLevelReader(bool searchesKey = false) : m_searchesKey(searchesKey) {}

    /// Takes text; returns the position behind the '[' of an event array, or npos when all was taken.
    [[nodiscard]] std::size_t read(std::string_view text, std::uint64_t offset);
    /// The array has ended; the text goes on behind its bracket.
    void leaveArray();

    [[nodiscard]] Form form() const { return m_form; }
    [[nodiscard]] std::size_t arrays() const { return m_arrays; }
    [[nodiscard]] bool isComplete() const { return m_state == State::Done; }
    [[nodiscard]] bool hasEventsKey() const { return m_hasEventsKey; }
    [[nodiscard]] const std::vector<DocumentValue>& values() const { return m_values; }
    [[nodiscard]] const OddityCounts& oddities() const { return m_oddities; }

  private:
    enum class State { Start, Key, InKey, Colon, Value, InValue, AfterValue, Done, Other };

    void startDocument(char c);
    bool stepValue(char c);
    void endValue();
    std::size_t searchKey(std::string_view text);

    bool m_searchesKey;
    State m_state = State::Start;
    Form m_form = Form::Empty;
    std::string m_key;
    std::string m_value;
    std::string m_tail; // for the search over borders of windows
    bool m_isValueKept = true;
    bool m_inString = false;
    bool m_isEscaped = false;
    bool m_hasEventsKey = false;
    std::size_t m_depth = 0;
    std::size_t m_arrays = 0;
    std::vector<DocumentValue> m_values;
    std::uint64_t m_valuePlace = 0;
    OddityCounts m_oddities;
};

} // namespace twintrace
