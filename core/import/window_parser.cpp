// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/window_parser.h"

#include "core/import/repair.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace twintrace
{
namespace
{

// Each damaged event makes the structure index of the rest of its window doubtful. After so many fresh starts
// the rest of the window is read slowly, so that badly damaged files take linear time.
constexpr int kFreshStarts = 4;

// How much text goes through the structure when the shape of an event is not known: more and more while that
// goes on.
constexpr std::size_t kSmallestPiece = std::size_t{1} << 10;
constexpr std::size_t kLargestPiece = std::size_t{64} << 10;

// First bad escape at or behind `from`; the text's size when there is none.
std::size_t findBadEscape(std::string_view text, std::size_t from)
{
    while (from < text.size()) {
        const void* const found = std::memchr(text.data() + from, '\\', text.size() - from);
        if (!found)
            break;
        const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        if (!isValidEscape(text, at))
            return at;
        from = at + (text[at + 1] == 'u' ? 6 : 2);
    }
    return text.size();
}

// A window mostly holds as many as the one before; an eighth more saves growing.
void reserveLike(const std::array<std::size_t, 5>& usual, StagedBatch& batch)
{
    const auto room = [](std::size_t count) { return count + count / 8; };
    batch.device.reserve(room(usual[0]));
    batch.launches.reserve(room(usual[1]));
    batch.instants.reserve(room(usual[2]));
    batch.flows.reserve(room(usual[3]));
    batch.memory.reserve(room(usual[4]));
}

} // namespace

struct WindowParser::Walk {
    std::string_view text;
    std::uint64_t offset;
    bool isLast;
    WindowEvents& out;
    std::size_t at = 0;
    bool hasElement = false; // an element stands before, and no comma behind it yet
    bool hasComma = false;   // a comma stands before
    std::size_t comma = 0;
    bool isAtStart = true;

    [[nodiscard]] std::uint64_t place(std::size_t position) const { return offset + position; }

    void seeComma(std::size_t position)
    {
        if (!hasElement)
            out.oddities.add(Oddity::ExtraComma, place(position));
        hasElement = false;
        hasComma = true;
        comma = position;
        isAtStart = false;
    }
    void seeElement(std::size_t position)
    {
        if (hasElement)
            out.oddities.add(Oddity::MissingComma, place(position));
        if (isAtStart)
            out.startsWithElement = true;
        hasElement = true;
        hasComma = false;
        isAtStart = false;
    }
    bool finish(WindowEnd end, std::size_t position)
    {
        if (end == WindowEnd::ArrayEnd && hasComma)
            out.oddities.add(Oddity::ExtraComma, place(comma));
        out.end = end;
        out.endPosition = position;
        out.endsWithElement = hasElement;
        out.isBlank = isAtStart && end == WindowEnd::Border;
        return true;
    }
};

void WindowParser::parse(std::string_view text, std::uint64_t offset, bool isLast, WindowEvents& out)
{
    reserveLike(m_usual, out.batch);
    Walk walk{text, offset, isLast, out};
    int freshStarts = 0;
    while (!(freshStarts++ < kFreshStarts && walkFast(walk)) && !stepSlow(walk)) {
    }
    m_usual = {out.batch.device.size(), out.batch.launches.size(), out.batch.instants.size(),
               out.batch.flows.size(), out.batch.memory.size()};
}

// Returns true when the walk is over; false leaves walk.at at the element that needs mending.
bool WindowParser::walkFast(Walk& walk)
{
    const std::size_t size = walk.text.size();
    m_pieceBytes = kSmallestPiece;
    for (;;) {
        const std::size_t before = walk.at;
        walkText(walk);
        m_pieceBytes = walk.at > before ? kSmallestPiece : std::min(2 * m_pieceBytes, kLargestPiece);
        if (walk.at >= size)
            return walk.finish(WindowEnd::Border, size);
        std::size_t end = size;
        if (size - walk.at > m_pieceBytes)
            end = std::min(size, findEventBorder(walk.text, walk.at + m_pieceBytes));
        PieceEnd outcome = walkPiece(walk, end);
        if (outcome == PieceEnd::NeedsMending && end != size) // or only cut at a wrong place
            outcome = walkPiece(walk, end = size);
        if (outcome == PieceEnd::NeedsMending)
            return false;
        if (outcome == PieceEnd::WindowDone)
            return true;
        if (end == size)
            return walk.finish(WindowEnd::Border, size);
    }
}

// As far as the shapes are known.
void WindowParser::walkText(Walk& walk)
{
    const std::string_view text = walk.text;
    const char* const end = text.data() + text.size();
    for (;;) {
        for (; walk.at < text.size() && (text[walk.at] == ',' || isJsonSpace(text[walk.at])); ++walk.at) {
            if (text[walk.at] == ',')
                walk.seeComma(walk.at);
        }
        if (walk.at >= text.size() || text[walk.at] != '{')
            return;
        const char* const behind = m_shapes.read(text.data() + walk.at, end, m_fields);
        if (!behind)
            return;
        walk.seeElement(walk.at);
        m_stager.stage(Structure(), m_fields, walk.place(walk.at), walk.out);
        walk.at = static_cast<std::size_t>(behind - text.data());
    }
}

// Through the structure of the text up to `end`.
WindowParser::PieceEnd WindowParser::walkPiece(Walk& walk, std::size_t end)
{
    const std::size_t base = walk.at;
    const std::string_view piece = walk.text.substr(base, end - base);
    Structure structure;
    if (!m_finder.find(piece, structure))
        return PieceEnd::NeedsMending;
    std::size_t badEscape = findBadEscape(piece, 0);
    bool isFirst = true;
    for (std::uint32_t i = 0; i < structure.count;) {
        const std::size_t begin = structure.index[i];
        walk.at = base + begin;
        switch (structure.at(i)) {
        case ',':
            walk.seeComma(walk.at);
            ++i;
            continue;
        case ']':
            walk.finish(WindowEnd::ArrayEnd, walk.at + 1);
            return PieceEnd::WindowDone;
        case '{': {
            const std::uint32_t behind = EventReader::read(structure, i, m_fields);
            const std::size_t last = behind == 0 ? 0 : structure.index[behind - 1];
            if (badEscape < begin)
                badEscape = findBadEscape(piece, begin);
            if (behind == 0 || badEscape < last)
                return PieceEnd::NeedsMending;
            if (std::exchange(isFirst, false)) // walkText() did not know it
                m_shapes.learn(structure, i, behind, m_fields);
            walk.seeElement(walk.at);
            m_stager.stage(structure, m_fields, walk.place(walk.at), walk.out);
            i = behind;
            continue;
        }
        default:
            return PieceEnd::NeedsMending;
        }
    }
    walk.at = end;
    return PieceEnd::AtItsEnd;
}

void WindowParser::stageRepaired(Walk& walk, std::string json, std::size_t at)
{
    const std::size_t size = json.size();
    json.append(StructureFinder::kPadding, ' ');
    Structure structure;
    EventFields fields;
    if (json[0] != '{') {
        walk.out.oddities.add(Oddity::OddElement, walk.place(at));
        ++walk.out.events;
    } else if (m_smallFinder.find(std::string_view(json).substr(0, size), structure) &&
               EventReader::read(structure, 0, fields) != 0) {
        m_stager.stage(structure, fields, walk.place(at), walk.out);
    } else {
        walk.out.oddities.add(Oddity::BrokenEvent, walk.place(at));
        ++walk.out.damagedEvents;
    }
}

// Reads up to one element the slow way. Returns true when the walk is over.
bool WindowParser::stepSlow(Walk& walk)
{
    const std::string_view text = walk.text;
    while (walk.at < text.size() && (isJsonSpace(text[walk.at]) || text[walk.at] == ',')) {
        if (text[walk.at] == ',')
            walk.seeComma(walk.at);
        ++walk.at;
    }
    if (walk.at >= text.size())
        return walk.finish(WindowEnd::Border, text.size());
    const std::size_t at = walk.at;
    if (text[at] == ']')
        return walk.finish(WindowEnd::ArrayEnd, at + 1);
    if (text[at] == '}') {
        // One bracket too many, unless the array itself was not closed and this ends the whole document.
        std::size_t after = at + 1;
        while (after < text.size() && isJsonSpace(text[after]))
            ++after;
        if (after >= text.size() && walk.isLast) {
            walk.out.oddities.add(Oddity::MissingBracket, walk.place(at));
            return walk.finish(WindowEnd::ArrayEnd, at);
        }
        walk.out.oddities.add(Oddity::ExtraBracket, walk.place(at));
        ++walk.at;
        return false;
    }
    RepairOutcome outcome = repairElement(text, at);
    if (outcome.state == RepairOutcome::State::Whole && text[at] == '"') {
        std::size_t colon = outcome.end;
        while (colon < text.size() && isJsonSpace(text[colon]))
            ++colon;
        if (colon < text.size() && text[colon] == ':') { // a key: the array was not closed
            walk.out.oddities.add(Oddity::MissingBracket, walk.place(at));
            return walk.finish(WindowEnd::ArrayEnd, at);
        }
    }
    switch (outcome.state) {
    case RepairOutcome::State::Whole:
        for (const RepairOutcome::Repair& repair : outcome.repairs)
            walk.out.oddities.add(repair.oddity, walk.place(repair.position));
        walk.seeElement(at);
        stageRepaired(walk, std::move(outcome.json), at);
        walk.at = outcome.end;
        return false;
    case RepairOutcome::State::Incomplete:
        if (!walk.isLast) {
            walk.out.end = WindowEnd::Incomplete;
            walk.out.endPosition = at;
            walk.out.endsWithElement = walk.hasElement;
            return true;
        }
        break;
    case RepairOutcome::State::Damaged:
        break;
    }
    // The element is lost. What looks like a cut file is a damaged event when other events follow.
    const std::size_t next = findEventBorder(text, outcome.resyncFrom);
    const bool isCut = outcome.state == RepairOutcome::State::Incomplete;
    if (isCut && next == std::string_view::npos)
        walk.out.oddities.add(Oddity::Truncated, walk.place(text.size()));
    else
        walk.out.oddities.add(isCut ? Oddity::BrokenEvent : outcome.damage,
                              walk.place(isCut ? at : outcome.badPosition));
    ++walk.out.damagedEvents;
    walk.seeElement(at);
    if (next != std::string_view::npos) {
        walk.at = next;
        walk.hasElement = false;
        walk.hasComma = false;
        return false;
    }
    if (outcome.state == RepairOutcome::State::Damaged) {
        if (const std::size_t end = findArrayEnd(text, outcome.resyncFrom, walk.isLast);
            end != std::string_view::npos)
            return walk.finish(WindowEnd::ArrayEnd, end + 1);
    }
    walk.hasElement = false;
    return walk.finish(WindowEnd::Border, text.size());
}

} // namespace twintrace
