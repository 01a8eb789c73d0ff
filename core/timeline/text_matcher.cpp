// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/text_matcher.h"

#include <algorithm>

namespace twintrace
{

TextMatcher::TextMatcher(std::string_view part) : m_part(part)
{
    m_mindsCase = std::any_of(part.begin(), part.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    for (std::size_t c = 0; c < m_fold.size(); ++c) {
        const bool isUpper = !m_mindsCase && c >= 'A' && c <= 'Z';
        m_fold[c] = static_cast<unsigned char>(isUpper ? c + ('a' - 'A') : c);
    }
    const auto longest = static_cast<std::uint8_t>(std::min<std::size_t>(m_part.size(), 255));
    m_skip.fill(longest);
    for (std::size_t i = m_part.size() > 255 ? m_part.size() - 255 : 0; i + 1 < m_part.size(); ++i) {
        const auto distance = static_cast<std::uint8_t>(m_part.size() - 1 - i);
        const auto folded = static_cast<unsigned char>(m_part[i]);
        for (std::size_t c = 0; c < m_skip.size(); ++c) {
            if (m_fold[c] == folded)
                m_skip[c] = distance;
        }
    }
}

bool TextMatcher::matches(std::string_view text) const
{
    const std::size_t length = m_part.size();
    if (length == 0)
        return true;
    for (std::size_t at = 0; at + length <= text.size();) {
        std::size_t i = length;
        while (i > 0 && m_fold[static_cast<unsigned char>(text[at + i - 1])] ==
                            static_cast<unsigned char>(m_part[i - 1]))
            --i;
        if (i == 0)
            return true;
        at += m_skip[static_cast<unsigned char>(text[at + length - 1])];
    }
    return false;
}

bool TextMatcher::narrows(const TextMatcher& earlier) const
{
    // An earlier part with an upper case letter can only be found in one that has it too, and minds the case.
    return earlier.matches(m_part);
}

} // namespace twintrace
