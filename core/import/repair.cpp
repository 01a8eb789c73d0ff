// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/repair.h"

#include "core/import/json_text.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr int kMaxDepth = 512;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

bool endsToken(char c)
{
    return isJsonSpace(c) || std::string_view(",:{}[]\"").find(c) != std::string_view::npos;
}

class Repair
{
  public:
    Repair(std::string_view text, std::size_t at) : m_text(text), m_start(at), m_at(at), m_lastToken(at) {}

    RepairOutcome run()
    {
        const Step step = value(0);
        if (step == Step::Incomplete)
            m_outcome.state = RepairOutcome::State::Incomplete;
        else if (step == Step::Damaged)
            m_outcome.state = RepairOutcome::State::Damaged;
        m_outcome.end = m_at;
        m_outcome.resyncFrom = std::max(m_start + 1, m_lastToken);
        return std::move(m_outcome);
    }

  private:
    // CutShort: a closing bracket was missing and put in; all levels above close too.
    enum class Step { Done, Incomplete, Damaged, CutShort };

    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char current() const { return m_text[m_at]; }
    void skipSpace()
    {
        while (!isAtEnd() && isJsonSpace(current()))
            ++m_at;
    }
    void note(Oddity oddity, std::size_t position) { m_outcome.repairs.push_back({oddity, position}); }
    Step damaged(Oddity oddity)
    {
        m_outcome.damage = oddity;
        m_outcome.badPosition = m_at;
        return Step::Damaged;
    }

    Step value(int depth)
    {
        skipSpace();
        if (isAtEnd())
            return Step::Incomplete;
        if (depth > kMaxDepth)
            return damaged(Oddity::BrokenEvent);
        switch (current()) {
        case '{':
            return container(depth, true);
        case '[':
            return container(depth, false);
        case '"':
            return string();
        default:
            return scalar();
        }
    }

    Step scalar()
    {
        const std::size_t begin = m_at;
        while (!isAtEnd() && !endsToken(current()))
            ++m_at;
        if (isAtEnd())
            return Step::Incomplete;
        const std::string_view token = m_text.substr(begin, m_at - begin);
        if (token.empty())
            return damaged(Oddity::BrokenEvent);
        if (isJsonNumber(token) &&
            !finiteNumberOf(token)) { // valid, but beyond every reader's range: kept as text
            m_outcome.json += '"';
            m_outcome.json += token;
            m_outcome.json += '"';
            return Step::Done;
        }
        if (isJsonNumber(token) || isJsonLiteral(token)) {
            m_outcome.json += token;
            return Step::Done;
        }
        if (const std::string number = asJsonNumber(token); !number.empty()) {
            note(Oddity::OddNumber, begin);
            m_outcome.json += number;
            return Step::Done;
        }
        note(Oddity::BareWord, begin);
        m_outcome.json += '"';
        for (std::size_t i = 0; i < token.size(); ++i)
            appendStringByte(token, i);
        m_outcome.json += '"';
        return Step::Done;
    }

    // "+5", "007", ".5", "5." as JSON writes them; empty for what is no number.
    static std::string asJsonNumber(std::string_view token)
    {
        std::string sign;
        if (token[0] == '+' || token[0] == '-') {
            if (token[0] == '-')
                sign = "-";
            token.remove_prefix(1);
        }
        while (token.size() > 1 && token[0] == '0' && isDigit(token[1]))
            token.remove_prefix(1);
        std::string number(token);
        if (!number.empty() && number.front() == '.')
            number.insert(number.begin(), '0');
        if (!number.empty() && number.back() == '.')
            number.pop_back();
        number.insert(0, sign);
        return isJsonNumber(number) ? number : std::string();
    }

    // Appends the byte or sequence at i of a text, mended; leaves i on its last byte.
    void appendStringByte(std::string_view text, std::size_t& i)
    {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20) {
            constexpr std::string_view kHex = "0123456789abcdef";
            m_outcome.json += "\\u00";
            m_outcome.json += kHex[byte >> 4];
            m_outcome.json += kHex[byte & 15];
        } else if (byte == '\\') {
            m_outcome.json += "\\\\";
        } else if (const std::size_t length = utf8Length(text, i); length == 0) {
            m_outcome.json += kReplacement;
        } else {
            m_outcome.json += text.substr(i, length);
            i += length - 1;
        }
    }

    Step string()
    {
        m_lastToken = m_at;
        m_outcome.json += '"';
        for (++m_at; !isAtEnd(); ++m_at) {
            const char c = current();
            if (c == '"') {
                ++m_at;
                m_outcome.json += '"';
                return Step::Done;
            }
            if (c == '\\') {
                if (m_at + 6 > m_text.size() && m_text.find('"', m_at) == std::string_view::npos)
                    return Step::Incomplete;
                if (isValidEscape(m_text, m_at)) {
                    m_outcome.json += c;
                    m_outcome.json += m_text[++m_at];
                } else {
                    note(Oddity::BadEscape, m_at);
                    m_outcome.json += "\\\\";
                }
                continue;
            }
            if (static_cast<unsigned char>(c) < 0x20)
                note(Oddity::ControlCharacter, m_at);
            else if (static_cast<unsigned char>(c) >= 0x80 && utf8Length(m_text, m_at) == 0)
                note(Oddity::InvalidUtf8, m_at);
            appendStringByte(m_text, m_at);
        }
        return Step::Incomplete;
    }

    Step key()
    {
        if (current() == '"')
            return string();
        const std::size_t begin = m_at;
        while (!isAtEnd() && !endsToken(current()) && static_cast<unsigned char>(current()) < 0x80 &&
               current() != '\\')
            ++m_at;
        const std::string_view word = m_text.substr(begin, m_at - begin);
        skipSpace();
        if (isAtEnd())
            return Step::Incomplete;
        if (word.empty() || current() != ':') {
            m_at = begin;
            return damaged(Oddity::BrokenEvent);
        }
        note(Oddity::UnquotedKey, begin);
        m_outcome.json += '"';
        m_outcome.json += word;
        m_outcome.json += '"';
        return Step::Done;
    }

    Step member(int depth)
    {
        if (const Step step = key(); step != Step::Done)
            return step;
        skipSpace();
        if (isAtEnd())
            return Step::Incomplete;
        if (current() != ':')
            return damaged(Oddity::UnescapedQuote);
        ++m_at;
        m_outcome.json += ':';
        return value(depth + 1);
    }

    // True where the array of events goes on or ends although brackets are still open.
    [[nodiscard]] bool isBehindMissingBracket(int depth, bool isObject) const
    {
        if (depth == 0 && !isObject)
            return false;
        return looksLikeEventStart(m_text, m_at) || (isObject && current() == ']');
    }

    Step container(int depth, bool isObject)
    {
        const char close = isObject ? '}' : ']';
        m_outcome.json += isObject ? '{' : '[';
        ++m_at;
        bool hasElement = false;
        bool hasComma = false;
        std::size_t comma = 0;
        for (;;) {
            skipSpace();
            if (isAtEnd())
                return Step::Incomplete;
            if (current() == close) {
                if (hasComma)
                    note(Oddity::ExtraComma, comma);
                ++m_at;
                m_outcome.json += close;
                return Step::Done;
            }
            if (current() == ',') {
                if (hasComma || !hasElement)
                    note(Oddity::ExtraComma, m_at);
                hasComma = true;
                comma = m_at++;
                continue;
            }
            if (hasElement && isBehindMissingBracket(depth, isObject) && (isObject || !hasComma)) {
                note(Oddity::MissingBracket, m_at);
                if (hasComma)
                    m_at = comma;
                m_outcome.json += close;
                return Step::CutShort;
            }
            if (hasElement && !hasComma) {
                if (current() != '"' || !isMissingComma(isObject))
                    return damaged(m_text[m_lastEnd - 1] == '"' ? Oddity::UnescapedQuote
                                                                : Oddity::BrokenEvent);
                note(Oddity::MissingComma, m_at);
            }
            if (hasElement)
                m_outcome.json += ',';
            const Step step = isObject ? member(depth) : value(depth + 1);
            m_lastEnd = m_at;
            if (step == Step::CutShort)
                m_outcome.json += close;
            if (step != Step::Done)
                return step;
            hasElement = true;
            hasComma = false;
        }
    }

    // Between two values of an object stands a key where only a comma is missing.
    [[nodiscard]] bool isMissingComma(bool isObject) const
    {
        if (!isObject)
            return m_text[m_lastEnd - 1] != '"' || m_lastEnd != m_at;
        const std::size_t end = m_text.find('"', m_at + 1);
        if (end == std::string_view::npos || m_lastEnd == m_at)
            return false;
        std::size_t colon = end + 1;
        while (colon < m_text.size() && isJsonSpace(m_text[colon]))
            ++colon;
        return colon < m_text.size() && m_text[colon] == ':';
    }

    std::string_view m_text;
    std::size_t m_start;
    std::size_t m_at;
    std::size_t m_lastToken;
    std::size_t m_lastEnd = 1;
    RepairOutcome m_outcome;
};

} // namespace

RepairOutcome repairElement(std::string_view text, std::size_t at)
{
    return Repair(text, at).run();
}

} // namespace twintrace
