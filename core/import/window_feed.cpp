// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/window_feed.h"

#include "core/import/repair.h"
#include "core/import/structure.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

constexpr std::size_t kFirstSlack = std::size_t{4}
                                    << 10; // text behind a window in which its end is looked for
constexpr std::size_t kMaxSlack = std::size_t{64} << 20; // an event longer than this is cut

void reserve(Window& window, std::size_t bytes, std::size_t kept)
{
    const std::size_t needed = bytes + StructureFinder::kPadding;
    if (window.buffer.bytes() >= needed)
        return;
    PageBlock larger(needed);
    if (kept > 0)
        std::memcpy(larger.address(), window.buffer.address(), kept);
    window.buffer = std::move(larger);
}

// Where a window that should end at `from` ends: at the first border behind it, or after kMaxSlack of text
// without. npos: more text is needed.
std::size_t findCut(std::string_view text, std::size_t from, bool isAll)
{
    const std::size_t limit = from + kMaxSlack;
    const std::size_t border = findEventBorder(text.substr(0, limit), from);
    if (border != std::string_view::npos)
        return border;
    if (text.size() >= limit)
        return limit;
    return isAll ? text.size() : std::string_view::npos;
}

} // namespace

WindowFeed::WindowFeed(ByteSource& source, std::size_t windowBytes)
    : m_source(source), m_windowBytes(std::max<std::size_t>(windowBytes, 1))
{
}

Result<bool> WindowFeed::next(Window& window)
{
    return m_source.size() ? nextSeekable(window) : nextStreamed(window);
}

// Both ends of a window follow from the text alone, so neighbours agree on them without talking.
Result<bool> WindowFeed::nextSeekable(Window& window)
{
    const std::uint64_t size = *m_source.size();
    const std::uint64_t index = m_nextIndex++;
    const std::uint64_t nominal = index * m_windowBytes;
    if (nominal >= size && index > 0)
        return false;
    window.index = index;
    std::size_t slack = kFirstSlack;
    std::size_t have = 0;
    for (;;) {
        const auto wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(m_windowBytes + slack, size - nominal));
        reserve(window, wanted, have);
        const auto got = m_source.readAt(nominal + have, window.bytes() + have, wanted - have);
        if (!got)
            return tl::unexpected(got.error());
        const bool isShort = *got < wanted - have; // the file shrank meanwhile: its end is here
        have += *got;
        const std::string_view text(window.bytes(), have);
        const bool isAll = isShort || nominal + have >= size;
        const std::size_t begin = index == 0 ? 0 : findCut(text, 0, isAll);
        const std::size_t end = have <= m_windowBytes && isAll ? have : findCut(text, m_windowBytes, isAll);
        if (begin == std::string_view::npos || end == std::string_view::npos) {
            slack = std::min(slack * 8, kMaxSlack + kFirstSlack);
            continue;
        }
        window.begin = std::min(begin, end);
        window.size = end - window.begin;
        window.offset = nominal + window.begin;
        window.isLast = isAll && end == have;
        window.fileBytesRead = window.offset + window.size;
        return true;
    }
}

Result<bool> WindowFeed::nextStreamed(Window& window)
{
    const std::lock_guard lock(m_mutex);
    if (m_isOver && m_rest.empty())
        return false;
    window.index = m_nextIndex++;
    window.begin = 0;
    window.offset = m_offset;
    std::size_t have = m_rest.size();
    reserve(window, std::max(have, m_windowBytes + kFirstSlack), 0);
    std::memcpy(window.bytes(), m_rest.data(), have);
    m_rest.clear();
    for (std::size_t wanted = m_windowBytes + kFirstSlack;; wanted += std::max(kFirstSlack, wanted / 2)) {
        if (!m_isOver && have < wanted) {
            reserve(window, wanted, have);
            const auto got = m_source.read(window.bytes() + have, wanted - have);
            if (!got)
                return tl::unexpected(got.error());
            m_isOver = *got < wanted - have;
            have += *got;
        }
        const std::string_view text(window.bytes(), have);
        const std::size_t end =
            have <= m_windowBytes && m_isOver ? have : findCut(text, m_windowBytes, m_isOver);
        if (end == std::string_view::npos)
            continue;
        m_rest.assign(text.substr(end));
        m_offset += end;
        window.size = end;
        window.isLast = m_isOver && m_rest.empty();
        window.fileBytesRead = m_source.fileBytesRead();
        return window.size > 0 || window.index == 0;
    }
}

} // namespace twintrace
