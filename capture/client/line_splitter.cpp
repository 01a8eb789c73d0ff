// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/client/line_splitter.h"

#include <utility>

namespace twintrace
{

std::vector<std::string> LineSplitter::take(std::string_view bytes)
{
    std::vector<std::string> lines;
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        if (!m_isSkipping && m_begun.size() + piece.size() > m_longestLine) {
            m_isSkipping = true;
            ++m_overlongLines;
            m_begun = std::string();
        }
        if (!m_isSkipping)
            m_begun += piece;
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        m_isSkipping = false;
        if (!m_begun.empty() && m_begun.back() == '\r')
            m_begun.pop_back();
        if (!m_begun.empty())
            lines.push_back(std::exchange(m_begun, {}));
    }
    return lines;
}

std::string LineSplitter::takeRest()
{
    m_isSkipping = false;
    return std::exchange(m_begun, {});
}

void TextTail::add(std::string_view bytes)
{
    m_totalBytes += bytes.size();
    if (bytes.size() > m_mostBytes)
        bytes.remove_prefix(bytes.size() - m_mostBytes);
    m_text += bytes;
    // Cut rarely, at twice the size, so that a flood does not move the text for every chunk.
    if (m_text.size() > 2 * m_mostBytes)
        m_text.erase(0, m_text.size() - m_mostBytes);
}

std::string TextTail::text() const
{
    if (m_text.size() <= m_mostBytes && m_totalBytes == m_text.size())
        return m_text;
    std::string_view tail = m_text;
    if (tail.size() > m_mostBytes)
        tail.remove_prefix(tail.size() - m_mostBytes);
    const auto firstEnd = tail.find('\n');
    return std::string(firstEnd == std::string_view::npos ? tail : tail.substr(firstEnd + 1));
}

} // namespace twintrace
