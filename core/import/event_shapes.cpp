// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_shapes.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

std::uint64_t eightBytes(const char* at)
{
    std::uint64_t value = 0;
    std::memcpy(&value, at, sizeof(value)); // behind every text there is room to read
    return value;
}

std::uint64_t lowBytes(std::size_t count)
{
    return count >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * count)) - 1;
}

// Events of different phases are written differently, and the phase mostly comes first.
std::size_t headHash(const Structure& structure, std::uint32_t i)
{
    return static_cast<unsigned char>(structure.text[structure.index[i + 3] + 1]);
}

// By the first two keys.
std::size_t argsHash(const Structure& structure, std::uint32_t i)
{
    const char* const text = structure.text.data();
    const std::uint64_t keys =
        eightBytes(text + structure.index[i + 1]) ^ eightBytes(text + structure.index[i + 5]) << 1;
    return static_cast<std::size_t>(keys * 0x9E3779B97F4A7C15U >> 40); // 2^64 / golden ratio
}

// Lists of lists are shapes of tensors: they differ from event to event, and are not worth remembering.
bool hasListsOfLists(const Structure& structure, std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = begin; i + 1 < end; ++i) {
        if (structure.at(i) == '[' && structure.at(i + 1) == '[')
            return true;
    }
    return false;
}

template <class Set, class Shape> void put(Set& set, const Shape& shape, std::uint32_t& nextWay)
{
    const auto free = std::ranges::find_if(set, [](const Shape& known) { return known.shape.length() == 0; });
    (free != set.end() ? *free : set[nextWay++ % set.size()]) = shape;
}

} // namespace

bool TokenShape::addText(const Structure& structure, std::uint32_t begin, std::uint32_t token,
                         std::size_t length)
{
    const char* const text = structure.text.data() + structure.index[begin + token];
    for (std::size_t offset = 0; offset < length; offset += sizeof(Bytes)) {
        if (m_checkCount == kMostChecks)
            return false;
        const std::size_t rest = length - offset;
        Check& check = m_checks[m_checkCount];
        check.mask = Bytes{lowBytes(rest), rest > 8 ? lowBytes(rest - 8) : 0};
        std::memcpy(&check.bytes, text + offset, sizeof(Bytes));
        check.bytes &= check.mask;
        m_places[m_checkCount++] = {token, static_cast<std::uint32_t>(offset)};
    }
    return true;
}

bool TokenShape::learn(const Structure& structure, std::uint32_t begin, std::uint32_t end)
{
    const char* const text = structure.text.data();
    std::uint32_t from = begin; // first token of the text that is not compared yet
    for (std::uint32_t i = begin; i <= end; ++i) {
        const char first = structure.at(i);
        const bool isText = first == '"' && structure.at(i + 1) != ':';
        const bool isNumber = isDigit(first) || first == '-';
        if (i < end && !isText && !isNumber) {
            if (first != '"' && std::string_view("{}[]:,").find(first) == std::string_view::npos)
                return false;
            continue;
        }
        const std::size_t length = structure.index[i] + (isNumber ? 0U : 1U) - structure.index[from];
        if (!addText(structure, begin, from - begin, length))
            return false;
        if (i == end)
            break;
        if (!isPlainScalar(text, structure.index[i], structure.index[i + 1]))
            return false;
        if (isNumber) {
            if (m_numberCount == kMostNumbers || i - begin > 255)
                return false;
            m_numbers[m_numberCount++] = static_cast<std::uint8_t>(i - begin);
        }
        from = i + 1;
    }
    m_length = end - begin;
    return true;
}

bool TokenShape::fits(const Structure& structure, std::uint32_t begin) const
{
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index + begin;
    Bytes difference{};
    for (std::uint32_t i = 0; i < m_checkCount; ++i) {
        Bytes bytes;
        std::memcpy(&bytes, text + index[m_places[i].token] + m_places[i].offset, sizeof(bytes));
        difference |= (bytes ^ m_checks[i].bytes) & m_checks[i].mask;
    }
    if ((difference[0] | difference[1]) != 0)
        return false;
    for (std::uint32_t i = 0; i < m_numberCount; ++i) {
        if (!isPlainScalar(text, index[m_numbers[i]], index[m_numbers[i] + 1U]))
            return false;
    }
    return true;
}

std::uint32_t EventShapes::readArgs(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    if (i + 6 >= structure.count)
        return skipValue(structure, i);
    auto& set = m_args[argsHash(structure, i) % kArgsSets];
    for (const Args& args : set) {
        const std::uint32_t length = args.shape.length();
        if (length == 0)
            break;
        if (i + length < structure.count && args.shape.fits(structure, i)) {
            fields.m_argPlaces = &args.places;
            return i + length;
        }
    }
    const std::uint32_t behind = skipValue(structure, i);
    if (behind == 0 || behind >= structure.count || behind - i > 250 || hasListsOfLists(structure, i, behind))
        return behind;
    Args learnt;
    if (learnt.shape.learn(structure, i, behind)) {
        learnt.places = argPlacesOf(structure, i);
        put(set, learnt, m_nextWay);
    }
    return behind;
}

std::uint32_t EventShapes::read(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    if (i + 3 >= structure.count)
        return 0;
    for (const Head& head : m_heads[headHash(structure, i) % kHeadSets]) {
        const std::uint32_t length = head.shape.length();
        if (length == 0)
            return 0;
        if (i + length >= structure.count || !head.shape.fits(structure, i))
            continue;
        fields.m_argPlaces = nullptr;
        fields.m_textPlaces = nullptr;
        std::uint32_t end = i + length;
        if (head.hasArgs) {
            end = readArgs(structure, end, fields);
            if (end == 0 || end >= structure.count || structure.at(end) != '}')
                return 0;
        }
        fields.m_structure = &structure;
        fields.m_present = head.present;
        fields.m_hasDuplicateKey = false;
        for (std::size_t key = 0; key < fields.m_at.size(); ++key)
            fields.m_at[key] = head.places[key] + i;
        return end + 1;
    }
    return 0;
}

void EventShapes::learn(const Structure& structure, std::uint32_t i, std::uint32_t behind,
                        const EventFields& fields)
{
    Head head;
    head.hasArgs = fields.args() != 0;
    const std::uint32_t end = head.hasArgs ? fields.args() : behind - 1;
    if (fields.hasDuplicateKey() || end <= i + 3 || end - i > 250)
        return;
    if (head.hasArgs && skipValue(structure, end) + 1 != behind) // args are not the last member
        return;
    if (!head.shape.learn(structure, i, end))
        return;
    for (std::size_t key = 0; key < head.places.size(); ++key)
        head.places[key] = fields.m_at[key] - i;
    head.present = fields.m_present;
    put(m_heads[headHash(structure, i) % kHeadSets], head, m_nextWay);
}

} // namespace twintrace
