// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/text_shapes.h"

#include "core/import/text_hash.h"
#include "core/import/text_scan.h"

#include <algorithm>
#include <utility>

namespace twintrace
{
namespace
{

constexpr std::size_t kMostBytes = 8192;
constexpr std::uint32_t kMostListTokens = 8; // of a list whose numbers are values
constexpr std::string_view kPhases =
    "XBEiIRstf"; // those that need nothing but their fields and some arguments

// Keys with few different values.
bool isConstant(EventKey key, bool idsVary)
{
    switch (key) {
    case EventKey::Phase:
    case EventKey::Category:
    case EventKey::Scope:
    case EventKey::BindingPoint:
    case EventKey::FlowIn:
    case EventKey::FlowOut:
        return true;
    case EventKey::Pid:
    case EventKey::Tid:
        return !idsVary;
    default:
        return false;
    }
}

bool isPunctuation(char c)
{
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',';
}

// The index of the ']' of the list whose '[' is at i.
std::uint32_t lastOfList(const Structure& structure, std::uint32_t i)
{
    for (int depth = 0;; ++i) {
        if (structure.at(i) == '[')
            ++depth;
        else if (structure.at(i) == ']' && --depth == 0)
            return i;
    }
}

bool isPlain(std::string_view value)
{
    std::uint8_t wholeDigits = 0;
    if (value[0] == '"') {
        const char* const last = value.data() + value.size() - 1;
        return skipPlainText(value.data() + 1, last + 1) == last;
    }
    return skipNumber(value.data(), wholeDigits) == value.data() + value.size();
}

bool holdsOnlyNumbers(const Structure& structure, std::uint32_t begin, std::uint32_t end)
{
    for (; begin < end; ++begin) {
        if (structure.at(begin) != ',' && (isPunctuation(structure.at(begin)) || structure.at(begin) == '"' ||
                                           !isPlain(structure.scalar(begin))))
            return false;
    }
    return true;
}

} // namespace

void TextRun::add(const char* from, const char* until, Value value)
{
    m_text.resize(m_text.empty() ? 0 : m_text.size() - kScanPadding);
    m_steps.push_back(
        {static_cast<std::uint32_t>(m_text.size()), static_cast<std::uint32_t>(until - from), value});
    m_text.insert(m_text.end(), from, until);
    m_text.insert(m_text.end(), kScanPadding, '\0');
}

std::uint64_t TextRun::hash() const
{
    return textHash({m_text.data(), m_text.size()}, m_steps.size());
}

const char* TextRun::read(const char* at, const char* end, EventFields& fields, std::size_t firstValue) const
{
    const char* const known = m_text.data();
    std::size_t number = firstValue;
    for (const Step& step : m_steps) {
        if (end - at < static_cast<std::ptrdiff_t>(step.length) ||
            !isSameText(at, known + step.offset, step.length))
            return nullptr;
        at += step.length;
        if (step.value == Value::Number) {
            const char* const begin = at;
            at = skipNumber(at, fields.m_wholeDigits[number]);
            if (!at)
                return nullptr;
            fields.m_values[number++] = {begin, static_cast<std::size_t>(at - begin)};
        } else if (step.value == Value::Text) {
            const char* const begin = at - 1; // with its quotation marks
            at = skipPlainText(at, end);
            if (!at)
                return nullptr;
            ++at;
            fields.m_values[number++] = {begin, static_cast<std::size_t>(at - begin)};
        }
    }
    return at;
}

bool TextShape::learn(const Structure& structure, std::uint32_t i, std::uint32_t behind,
                      const EventFields& fields, bool idsVary)
{
    const char* from = structure.text.data() + structure.index[i];
    const char* const end = structure.text.data() + structure.index[behind - 1] + 1;
    if (static_cast<std::size_t>(end - from) > kMostBytes || fields.hasDuplicateKey() || fields.id2() != 0 ||
        fields.phase().size() != 3 || kPhases.find(fields.phase()[1]) == std::string_view::npos ||
        (fields.category().size() < 2 && !fields.category().empty()))
        return false;
    const ArgPlaces argPlaces = fields.argPlaces();
    const auto keyOf = [&fields](std::uint32_t token) {
        std::size_t key = 0;
        while (key < static_cast<std::size_t>(EventKey::Other) &&
               !(fields.has(static_cast<EventKey>(key)) && fields.m_at[key] == token))
            ++key;
        return static_cast<EventKey>(key);
    };
    const bool hasHead =
        fields.has(EventKey::Name) && (fields.args() == 0 || fields.at(EventKey::Name) < fields.args());
    TextRun* run = hasHead ? &head : &tail;
    std::size_t values = 0;
    std::size_t constants = 0;
    for (std::uint32_t token = i; token < behind; ++token) {
        const char first = structure.at(token);
        if (first == '[') {
            const std::uint32_t last = lastOfList(structure, token);
            if (last - token > kMostListTokens || !holdsOnlyNumbers(structure, token + 1, last))
                token = last; // a list as it stands there
            continue;
        }
        if (isPunctuation(first) || structure.at(token + 1) == ':')
            continue;
        const std::string_view value = structure.scalar(token);
        const EventKey key = keyOf(token);
        ArgPlaces::const_iterator argument = argPlaces.end();
        if (fields.args() != 0 && token > fields.args())
            argument = std::ranges::find(argPlaces, token - fields.args());
        if (isConstant(key, idsVary)) {
            m_constants.emplace_back(value).append(kScanPadding, '\0');
            places.keys[static_cast<std::size_t>(key)] =
                static_cast<std::uint8_t>(EventFields::kMostTextValues + constants);
            places.constants[constants++] = std::string_view(m_constants.back()).substr(0, value.size());
            continue;
        }
        if (!isPlain(value) || values == EventFields::kMostTextValues) {
            if (key != EventKey::Other || argument != argPlaces.end())
                return false;
            continue; // as it stands there
        }
        const bool isText = first == '"';
        run->add(from, value.data() + (isText ? 1 : 0),
                 isText ? TextRun::Value::Text : TextRun::Value::Number);
        from = value.data() + value.size();
        if (key != EventKey::Other)
            places.keys[static_cast<std::size_t>(key)] = static_cast<std::uint8_t>(values);
        if (argument != argPlaces.end())
            places.arguments[static_cast<std::size_t>(argument - argPlaces.begin())] =
                static_cast<std::uint8_t>(values);
        ++values;
        if (key == EventKey::Name)
            run = &tail;
    }
    if (hasHead && run == &head) // its name is no plain text
        return false;
    tail.add(from, end, TextRun::Value::None);
    hash = head.hash() ^ tail.hash();
    known.hasThread = !idsVary;
    return true;
}

TextShapes::TextShapes() : m_slots(2 * kSlots), m_onceMet(kSlots)
{
    clear();
}

void TextShapes::clear()
{
    m_shapes.clear();
    m_heads.assign(1, {}); // of events without one
    std::ranges::fill(m_slots, Slot());
    m_nextHead = {};
    m_lastHeads = m_lastShapes = 0;
}

const char* TextShapes::read(const char* at, const char* end, EventFields& fields)
{
    const std::size_t guess = m_nextHead[m_lastHeads];
    const char* behind = readBehindHead(guess, at, end, fields);
    std::size_t head = guess;
    for (std::size_t other = m_heads.size(); !behind && other-- > 0;) {
        if (other == guess)
            continue;
        head = other;
        behind = readBehindHead(other, at, end, fields);
    }
    if (!behind)
        return nullptr;
    m_nextHead[m_lastHeads] = static_cast<std::uint8_t>(head);
    m_lastHeads = (m_lastHeads * kMostHeads + head) % m_nextHead.size();
    return behind;
}

const char* TextShapes::readBehindHead(std::size_t head, const char* at, const char* end, EventFields& fields)
{
    Head& known = m_heads[head];
    at = known.run.read(at, end, fields, 0);
    if (!at)
        return nullptr;
    if (known.run.steps() != 0)
        fields.m_nameHash = textHash(unquoted(fields.m_values[known.run.steps() - 1]));
    else
        fields.m_nameHash = 0;
    const std::array<Slot*, 3> guesses = guessesOf(known, fields.m_nameHash);
    const Number first = (*guesses[0])[0];
    for (Slot* const guess : guesses) {
        const char* const behind = readTail(*guess, head, at, end, fields);
        if (!behind)
            continue;
        const Number shape = (*guess)[0];
        if (shape != first) // else all are as they should be
            remember(guesses, shape);
        m_lastShapes = m_lastShapes << 16 | shape;
        return behind;
    }
    return nullptr;
}

std::array<TextShapes::Slot*, 3> TextShapes::guessesOf(Head& head, std::uint64_t nameHash)
{
    const std::uint64_t after = foldedProduct(nameHash ^ m_lastShapes, 0x9E3779B97F4A7C15U);
    return {&m_slots[after % kSlots], &m_slots[kSlots + (nameHash >> 32) % kSlots], &head.recent};
}

void TextShapes::remember(const std::array<Slot*, 3>& guesses, Number shape)
{
    for (Slot* const guess : guesses) {
        if ((*guess)[0] != shape)
            putFirst(*guess, shape);
    }
}

const char* TextShapes::readTail(Slot& slot, std::size_t head, const char* at, const char* end,
                                 EventFields& fields)
{
    for (std::size_t way = 0; way < kWays && slot[way] != 0; ++way) {
        TextShape& shape = *m_shapes[slot[way] - 1];
        if (shape.headNumber != head)
            continue;
        const char* const behind = shape.tail.read(at, end, fields, shape.head.steps());
        if (!behind)
            continue;
        if (way != 0)
            putFirst(slot, slot[way]);
        fields.m_textPlaces = &shape.places;
        fields.m_known = &shape.known;
        fields.m_hasNameHash = shape.head.steps() != 0;
        fields.m_present = 0;
        fields.m_hasDuplicateKey = false;
        return behind;
    }
    return nullptr;
}

void TextShapes::learn(const Structure& structure, std::uint32_t i, std::uint32_t behind,
                       const EventFields& fields)
{
    auto shape = std::make_unique<TextShape>();
    if (!shape->learn(structure, i, behind, fields, m_idsVary))
        return;
    auto found = std::ranges::find_if(m_shapes, [&](const auto& known) {
        return known->hash == shape->hash && known->head == shape->head && known->tail == shape->tail;
    });
    if (found == m_shapes.end()) {
        if (isFirstMeeting(shape->hash))
            return;
        auto head = std::ranges::find(m_heads, shape->head, &Head::run);
        if (m_shapes.size() == kMostShapes || (head == m_heads.end() && m_heads.size() == kMostHeads)) {
            clear();
            m_idsVary = true;
            return;
        }
        if (head == m_heads.end())
            head = m_heads.insert(head, {shape->head, {}});
        shape->headNumber = static_cast<std::size_t>(head - m_heads.begin());
        found = m_shapes.insert(m_shapes.end(), std::move(shape));
    }
    const std::uint64_t nameHash = (*found)->head.steps() != 0 ? textHash(unquoted(fields.name())) : 0;
    remember(guessesOf(m_heads[(*found)->headNumber], nameHash),
             static_cast<Number>(found - m_shapes.begin() + 1));
    m_lastShapes = m_lastShapes << 16 | static_cast<Number>(found - m_shapes.begin() + 1);
}

// One that comes only once is not worth its room.
bool TextShapes::isFirstMeeting(std::uint64_t hash)
{
    std::uint32_t& met = m_onceMet[hash % kSlots];
    return std::exchange(met, static_cast<std::uint32_t>(hash >> 32)) !=
           static_cast<std::uint32_t>(hash >> 32);
}

// To the front; the last one drops out when it was not in the slot.
void TextShapes::putFirst(Slot& slot, Number shape)
{
    const auto place = std::ranges::find(slot, shape);
    std::rotate(slot.begin(), place == slot.end() ? slot.end() - 1 : place,
                place == slot.end() ? slot.end() : place + 1);
    slot[0] = shape;
}

} // namespace twintrace
