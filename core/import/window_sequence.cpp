// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/window_sequence.h"

#include "core/import/repair.h"

#include <algorithm>
#include <utility>

namespace twintrace
{
namespace
{

constexpr std::size_t kLongestEvent = std::size_t{64} << 20;

} // namespace

WindowSequence::WindowSequence(SharedNames& names, std::int64_t originMicroseconds, bool searchesKey)
    : m_document(searchesKey), m_parser(names, originMicroseconds)
{
}

void WindowSequence::take(std::string_view text, std::uint64_t offset, bool isLast,
                          std::optional<WindowEvents> parsed)
{
    if (!m_isInArray) {
        takeDocument(text, offset, isLast);
        return;
    }
    std::size_t behind = std::string_view::npos;
    std::string joined;
    if (m_carry.empty() && parsed) {
        behind = absorb(std::move(*parsed), text, offset);
    } else {
        joined = std::exchange(m_carry, {});
        if (!joined.empty())
            offset = m_carryOffset;
        joined += text;
        const std::size_t size = joined.size();
        joined.append(StructureFinder::kPadding, ' ');
        text = std::string_view(joined).substr(0, size);
        behind = parseAndAbsorb(text, offset, isLast);
    }
    if (behind != std::string_view::npos)
        takeDocument(text.substr(behind), offset + behind, isLast);
}

void WindowSequence::takeDocument(std::string_view text, std::uint64_t offset, bool isLast)
{
    for (std::size_t at = 0;;) {
        const std::size_t array = m_document.read(text.substr(at), offset + at);
        if (array == std::string_view::npos)
            return;
        m_isInArray = true;
        m_endsWithElement = false;
        at += array;
        const std::size_t behind = parseAndAbsorb(text.substr(at), offset + at, isLast);
        if (behind == std::string_view::npos)
            return;
        at += behind;
    }
}

std::size_t WindowSequence::parseAndAbsorb(std::string_view text, std::uint64_t offset, bool isLast)
{
    WindowEvents events;
    m_parser.parse(text, offset, isLast, events);
    return absorb(std::move(events), text, offset);
}

std::size_t WindowSequence::absorb(WindowEvents events, std::string_view text, std::uint64_t offset)
{
    if (m_endsWithElement && events.startsWithElement)
        m_taken.oddities.add(Oddity::MissingComma, offset);
    if (!events.isBlank)
        m_endsWithElement = events.endsWithElement;
    m_taken.batches.push_back(std::move(events.batch));
    std::ranges::move(events.metadata, std::back_inserter(m_taken.metadata));
    m_taken.oddities.add(events.oddities);
    m_taken.events += events.events;
    m_taken.damagedEvents += events.damagedEvents;
    m_taken.phasedEvents += events.phasedEvents;
    m_taken.memoryEvents += events.memoryEvents;
    m_taken.longestName = std::max(m_taken.longestName, events.longestName);
    switch (events.end) {
    case WindowEnd::Border:
        return std::string_view::npos;
    case WindowEnd::ArrayEnd:
        m_isInArray = false;
        m_document.leaveArray();
        return events.endPosition;
    case WindowEnd::Incomplete:
        break;
    }
    const std::string_view unfinished = text.substr(events.endPosition);
    if (unfinished.size() <= kLongestEvent) {
        m_carry = unfinished;
        m_carryOffset = offset + events.endPosition;
    } else {
        m_taken.oddities.add(Oddity::EventTooLarge, offset + events.endPosition);
        ++m_taken.damagedEvents;
    }
    return std::string_view::npos;
}

void WindowSequence::finish(std::uint64_t textBytes)
{
    if (!m_carry.empty()) {
        const std::size_t size = m_carry.size();
        m_carry.append(StructureFinder::kPadding, ' ');
        const std::string rest = std::exchange(m_carry, {});
        (void)parseAndAbsorb(std::string_view(rest).substr(0, size), m_carryOffset, true);
    }
    m_taken.oddities.add(m_document.oddities());
    if (m_taken.oddities.count(Oddity::Truncated) != 0)
        return;
    if (m_isInArray && m_document.form() == TopLevelReader::Form::Array)
        m_taken.oddities.add(Oddity::UnterminatedArray, textBytes);
    else if (m_isInArray)
        m_taken.oddities.add(Oddity::Truncated, textBytes);
    else if (m_document.form() == TopLevelReader::Form::Object && !m_document.isComplete())
        m_taken.oddities.add(Oddity::MissingBracket, textBytes);
}

} // namespace twintrace
