// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/top_level_reader.h"

#include "core/import/json_text.h"

namespace twintrace
{
namespace
{

constexpr std::size_t kLongestKept = std::size_t{256} << 10; // bytes of one value
constexpr std::size_t kMostValues = 256;
constexpr std::string_view kEventsKey = "\"traceEvents\"";

} // namespace

void TopLevelReader::leaveArray()
{
    if (m_form == Form::Array)
        m_state = State::Done;
    else
        m_state = State::AfterValue;
}

void TopLevelReader::startDocument(char c)
{
    if (c == '{') {
        m_form = Form::Object;
        m_state = State::Key;
    } else if (c == '[') {
        m_form = Form::Array;
    } else {
        m_form = Form::Other;
        m_state = State::Other;
    }
}

void TopLevelReader::endValue()
{
    if (m_isValueKept && m_values.size() < kMostValues && m_key != "traceEvents")
        m_values.push_back({std::move(m_key), std::move(m_value), m_valuePlace});
    m_key.clear();
    m_value.clear();
}

// One character of a value; false when the value ended before it.
bool TopLevelReader::stepValue(char c)
{
    if (m_inString) {
        if (m_isEscaped)
            m_isEscaped = false;
        else if (c == '\\')
            m_isEscaped = true;
        else if (c == '"')
            m_inString = false;
    } else if (c == '"') {
        m_inString = true;
    } else if (c == '{' || c == '[') {
        ++m_depth;
    } else if (c == '}' || c == ']') {
        if (m_depth == 0)
            return false;
        --m_depth;
    } else if (c == ',' && m_depth == 0) {
        return false;
    }
    if (m_isValueKept) {
        m_value += c;
        m_isValueKept = m_value.size() < kLongestKept;
    }
    return true;
}

std::size_t TopLevelReader::searchKey(std::string_view text)
{
    std::string joined = m_tail;
    joined += text;
    for (std::size_t at = joined.find(kEventsKey); at != std::string::npos;
         at = joined.find(kEventsKey, at + 1)) {
        std::size_t next = at + kEventsKey.size();
        while (next < joined.size() && (isJsonSpace(joined[next]) || joined[next] == ':'))
            ++next;
        if (next < joined.size() && joined[next] == '[' && next + 1 > m_tail.size()) {
            const std::size_t position = next + 1 - m_tail.size();
            m_tail.clear();
            return position;
        }
    }
    m_tail = joined.substr(joined.size() - std::min<std::size_t>(joined.size(), 64));
    return std::string_view::npos;
}

std::size_t TopLevelReader::read(std::string_view text, std::uint64_t offset)
{
    std::size_t at = 0;
    if (m_searchesKey && m_arrays == 0) {
        at = searchKey(text);
        if (at == std::string_view::npos)
            return at;
        m_form = Form::Object;
        m_hasEventsKey = true;
        ++m_arrays;
        m_oddities.add(Oddity::BrokenHeader, 0);
        return at;
    }
    if (offset == 0 && m_state == State::Start && text.starts_with("\xEF\xBB\xBF")) {
        m_oddities.add(Oddity::ByteOrderMark, 0);
        at = 3;
    }
    for (; at < text.size(); ++at) {
        const char c = text[at];
        switch (m_state) {
        case State::Start:
            if (isJsonSpace(c) || c == '\0')
                break;
            startDocument(c);
            if (m_form == Form::Array) {
                ++m_arrays;
                return at + 1;
            }
            break;
        case State::Key:
            if (c == '"')
                m_state = State::InKey;
            else if (c == '}')
                m_state = State::Done;
            else if (!isJsonSpace(c) && c != ',')
                m_oddities.add(Oddity::BrokenHeader, offset + at);
            break;
        case State::InKey:
            if (c == '"' && !m_isEscaped)
                m_state = State::Colon;
            else if (m_key.size() < 1024)
                m_key += c;
            m_isEscaped = c == '\\' && !m_isEscaped;
            break;
        case State::Colon:
            if (c == ':')
                m_state = State::Value;
            else if (!isJsonSpace(c))
                m_oddities.add(Oddity::BrokenHeader, offset + at);
            break;
        case State::Value:
            if (isJsonSpace(c))
                break;
            if (m_key == "traceEvents")
                m_hasEventsKey = true;
            if (c == '[' && m_key == "traceEvents") {
                m_key.clear();
                if (++m_arrays > 1)
                    m_oddities.add(Oddity::SecondEventArray, offset + at);
                return at + 1;
            }
            m_state = State::InValue;
            m_value.clear();
            m_valuePlace = offset + at;
            m_isValueKept = true;
            m_inString = m_isEscaped = false;
            m_depth = 0;
            --at; // the value begins here
            break;
        case State::InValue:
            if (stepValue(c))
                break;
            endValue();
            m_state = c == ',' ? State::Key : State::Done;
            break;
        case State::AfterValue:
            if (c == ',')
                m_state = State::Key;
            else if (c == '}')
                m_state = State::Done;
            else if (c == '"')
                m_state = State::InKey;
            else if (!isJsonSpace(c))
                m_oddities.add(Oddity::BrokenHeader, offset + at);
            break;
        case State::Done:
            if (!isJsonSpace(c) && c != '\0') {
                m_oddities.add(Oddity::TextAfterEnd, offset + at);
                return std::string_view::npos;
            }
            break;
        case State::Other:
            return std::string_view::npos;
        }
    }
    return std::string_view::npos;
}

} // namespace twintrace
