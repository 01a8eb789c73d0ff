// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_fields.h"

#include <cstring>

namespace twintrace
{
namespace
{

// The bytes of a short key as a number, so that a key is compared in one step.
constexpr std::uint64_t packed(std::string_view key)
{
    std::uint64_t value = 0;
    for (std::size_t i = key.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(key[i]);
    return value;
}

std::uint64_t packedAt(const char* key, std::size_t length)
{
    std::uint64_t value = 0;
    std::memcpy(&value, key, sizeof(value)); // behind every text there is room to read
    return length >= 8 ? value : value & ((std::uint64_t{1} << (8 * length)) - 1);
}

// Keys with escapes are not ours.
EventKey keyOf(std::uint64_t bytes, std::size_t length)
{
    if (length > 8)
        return EventKey::Other;
    switch (bytes) {
    case packed("ph"):
        return EventKey::Phase;
    case packed("ts"):
        return EventKey::Time;
    case packed("id"):
        return EventKey::Id;
    case packed("bp"):
        return EventKey::BindingPoint;
    case packed("cat"):
        return EventKey::Category;
    case packed("pid"):
        return EventKey::Pid;
    case packed("tid"):
        return EventKey::Tid;
    case packed("dur"):
        return EventKey::Duration;
    case packed("id2"):
        return EventKey::Id2;
    case packed("name"):
        return EventKey::Name;
    case packed("args"):
        return EventKey::Args;
    case packed("scope"):
        return EventKey::Scope;
    case packed("bind_id"):
        return EventKey::BindId;
    case packed("flow_in"):
        return EventKey::FlowIn;
    case packed("flow_out"):
        return EventKey::FlowOut;
    default:
        return EventKey::Other;
    }
}

} // namespace

LinkArguments linkArgumentsOf(const Structure& structure, const EventFields& fields)
{
    LinkArguments arguments;
    if (fields.args() == 0)
        return arguments;
    forEachMember(structure, fields.args(), [&](std::string_view key, std::uint32_t value) {
        std::string_view* target = nullptr;
        if (key == "\"correlation\"")
            target = &arguments.correlation;
        else if (key == "\"device\"")
            target = &arguments.device;
        else if (key == "\"stream\"")
            target = &arguments.stream;
        else if (key == "\"External id\"" || key == "\"external id\"")
            target = &arguments.externalId;
        if (target && structure.at(value) != '{' && structure.at(value) != '[')
            *target = structure.scalar(value);
    });
    return arguments;
}

std::uint32_t EventReader::read(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    fields.m_present = 0;
    fields.m_args = 0;
    fields.m_id2 = 0;
    fields.m_hasDuplicateKey = false;
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index;
    ++i;
    if (i < structure.count && text[index[i]] == '}')
        return i + 1;
    for (std::size_t member = 0;; ++i, ++member) {
        if (i + 3 >= structure.count)
            return 0;
        const std::uint32_t keyBegin = index[i];
        const std::uint32_t colon = index[i + 1];
        if (text[keyBegin] != '"' || text[colon] != ':')
            return 0;
        const std::uint32_t keyEnd = lastByteBefore(text, colon);
        if (text[keyEnd] != '"' || keyEnd == keyBegin)
            return 0;
        const std::size_t length = keyEnd - keyBegin - 1;
        const std::uint64_t bytes = packedAt(text + keyBegin + 1, length);
        Expected& expected = m_shape[member % kShapeSize];
        if (bytes != expected.bytes || length != expected.length)
            expected = {bytes, length, keyOf(bytes, length)};
        const EventKey key = expected.key;
        i += 2;
        const char first = text[index[i]];
        if (first == '{' || first == '[') {
            if (first == '{' && key == EventKey::Args) {
                fields.m_hasDuplicateKey |= fields.m_args != 0;
                fields.m_args = i;
            } else if (first == '{' && key == EventKey::Id2) {
                fields.m_id2 = i;
            }
            i = skipValue(structure, i);
            if (i == 0 || i >= structure.count)
                return 0;
        } else {
            const std::uint32_t last = lastByteBefore(text, index[i + 1]);
            if (!isGoodScalar(text, index[i], last))
                return 0;
            if (key < EventKey::Args) {
                const std::uint32_t bit = 1U << static_cast<unsigned>(key);
                fields.m_hasDuplicateKey |= (fields.m_present & bit) != 0;
                fields.m_present |= bit;
                fields.m_raw[static_cast<std::size_t>(key)] = {text + index[i], last - index[i] + 1};
            }
            ++i;
        }
        const char after = text[index[i]];
        if (after == '}')
            return i + 1;
        if (after != ',')
            return 0;
    }
}

} // namespace twintrace
