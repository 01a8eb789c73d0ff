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

// Which field a key (without quotes) names, or null. Keys with escapes are not ours.
std::string_view* fieldOf(std::uint64_t key, std::size_t length, EventFields& fields)
{
    if (length > 8)
        return nullptr;
    switch (key) {
    case packed("ph"):
        return &fields.phase;
    case packed("ts"):
        return &fields.time;
    case packed("id"):
        return &fields.id;
    case packed("bp"):
        return &fields.bindingPoint;
    case packed("cat"):
        return &fields.category;
    case packed("pid"):
        return &fields.pid;
    case packed("tid"):
        return &fields.tid;
    case packed("dur"):
        return &fields.duration;
    case packed("name"):
        return &fields.name;
    case packed("scope"):
        return &fields.scope;
    case packed("bind_id"):
        return &fields.bindId;
    case packed("flow_in"):
        return &fields.flowIn;
    case packed("flow_out"):
        return &fields.flowOut;
    default:
        return nullptr;
    }
}

} // namespace

LinkArguments linkArgumentsOf(const Structure& structure, const EventFields& fields)
{
    LinkArguments arguments;
    if (fields.args == 0)
        return arguments;
    forEachMember(structure, fields.args, [&](std::string_view key, std::uint32_t value) {
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

std::uint32_t readEvent(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    fields = EventFields();
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index;
    ++i;
    if (i < structure.count && text[index[i]] == '}')
        return i + 1;
    for (;; ++i) {
        if (i + 3 >= structure.count)
            return 0;
        const std::uint32_t keyBegin = index[i];
        const std::uint32_t colon = index[i + 1];
        if (text[keyBegin] != '"' || text[colon] != ':')
            return 0;
        std::uint32_t keyEnd = colon - 1;
        while (isJsonSpace(text[keyEnd]))
            --keyEnd;
        if (text[keyEnd] != '"' || keyEnd == keyBegin)
            return 0;
        const std::size_t length = keyEnd - keyBegin - 1;
        const std::uint64_t key = packedAt(text + keyBegin + 1, length);
        i += 2;
        const char first = text[index[i]];
        if (first == '{' || first == '[') {
            const std::uint32_t value = i;
            i = skipContainer(structure, i);
            if (i == 0 || i >= structure.count)
                return 0;
            if (first == '{' && length == 4 && key == packed("args")) {
                fields.hasDuplicateKey |= fields.args != 0;
                fields.args = value;
            } else if (first == '{' && length == 3 && key == packed("id2")) {
                fields.id2 = value;
            }
        } else {
            const std::string_view raw = structure.scalar(i);
            if (!isScalarToken(raw))
                return 0;
            if (std::string_view* const target = fieldOf(key, length, fields)) {
                fields.hasDuplicateKey |= target->data() != nullptr;
                *target = raw;
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
