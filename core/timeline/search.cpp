// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/search.h"

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

bool searchNames(const Trace& trace, const NameQuery& query, Progress& progress, const HitSink& sink,
                 std::size_t chunk)
{
    enum : std::uint8_t { Unknown, Yes, No };
    const TextMatcher matcher(query.text);
    std::vector<std::uint8_t> known(trace.strings.size(), Unknown);
    const std::size_t count = trace.events.size();
    progress.setTotal(count);
    std::vector<std::uint32_t> hits;
    for (std::size_t first = 0; first < count; first += chunk) {
        if (progress.isCancelled())
            return false;
        hits.clear();
        const std::size_t last = std::min(first + chunk, count);
        for (std::size_t i = first; i < last; ++i) {
            const StringId name = trace.events.name[i];
            std::uint8_t answer = matcher.isEmpty() ? Yes : No;
            if (name) {
                std::uint8_t& place = known[name.value()];
                if (place == Unknown)
                    place = matcher.matches(trace.text(name)) ? Yes : No;
                answer = place;
            }
            if (answer == Yes && trace.events.duration[i] >= query.minimumDuration &&
                (trace.events.flags[i] & kUntimed) == 0)
                hits.push_back(static_cast<std::uint32_t>(i));
        }
        progress.add(last - first);
        if (!hits.empty() && !sink(hits))
            return false;
    }
    return true;
}

} // namespace twintrace
