// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_fields.h"

namespace twintrace
{
namespace
{

// Which field a key (without quotes) names, or null. Keys with escapes are not ours.
std::string_view* fieldOf(std::string_view key, EventFields& fields)
{
    switch (key.size()) {
    case 2:
        if (key == "ph")
            return &fields.phase;
        if (key == "ts")
            return &fields.time;
        if (key == "id")
            return &fields.id;
        if (key == "bp")
            return &fields.bindingPoint;
        return nullptr;
    case 3:
        if (key == "cat")
            return &fields.category;
        if (key == "pid")
            return &fields.pid;
        if (key == "tid")
            return &fields.tid;
        if (key == "dur")
            return &fields.duration;
        return nullptr;
    case 4:
        return key == "name" ? &fields.name : nullptr;
    case 5:
        return key == "scope" ? &fields.scope : nullptr;
    case 7:
        if (key == "bind_id")
            return &fields.bindId;
        return key == "flow_in" ? &fields.flowIn : nullptr;
    case 8:
        return key == "flow_out" ? &fields.flowOut : nullptr;
    default:
        return nullptr;
    }
}

std::string_view* argumentOf(std::string_view key, EventFields& fields)
{
    switch (key.size()) {
    case 6:
        if (key == "device")
            return &fields.device;
        return key == "stream" ? &fields.stream : nullptr;
    case 11:
        if (key == "correlation")
            return &fields.correlation;
        return key == "External id" || key == "external id" ? &fields.externalId : nullptr;
    default:
        return nullptr;
    }
}

// Walks the members of an object; `field` says where the raw value of a key goes, `onOther` sees the rest.
template <class Field, class Other>
std::uint32_t readMembers(const Structure& structure, std::uint32_t i, const Field& field,
                          const Other& onOther)
{
    ++i;
    if (i >= structure.count)
        return 0;
    if (structure.at(i) == '}')
        return i + 1;
    for (;;) {
        if (i + 3 >= structure.count || structure.at(i) != '"' || structure.at(i + 1) != ':')
            return 0;
        const std::string_view raw = structure.scalar(i);
        if (raw.size() < 2 || raw.back() != '"')
            return 0;
        const std::string_view key = raw.substr(1, raw.size() - 2);
        const std::uint32_t value = i + 2;
        const std::uint32_t behind = skipValue(structure, value);
        if (behind == 0 || behind >= structure.count)
            return 0;
        if (std::string_view* target = field(key)) {
            const char first = structure.at(value);
            *target = first == '{' || first == '[' ? std::string_view() : structure.scalar(value);
        } else {
            onOther(key, value);
        }
        const char after = structure.at(behind);
        if (after == '}')
            return behind + 1;
        if (after != ',')
            return 0;
        i = behind + 1;
    }
}

} // namespace

std::uint32_t readEvent(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    fields = EventFields();
    const auto eventField = [&fields](std::string_view key) {
        std::string_view* target = fieldOf(key, fields);
        fields.hasDuplicateKey |= target && target->data();
        return target;
    };
    const auto onOther = [&](std::string_view key, std::uint32_t value) {
        if (structure.at(value) != '{')
            return;
        if (key == "args") {
            fields.hasDuplicateKey |= fields.args != 0;
            fields.args = value;
        } else if (key == "id2") {
            fields.id2 = value;
        }
    };
    const std::uint32_t behind = readMembers(structure, i, eventField, onOther);
    if (behind != 0 && fields.args != 0) {
        (void)readMembers(
            structure, fields.args, [&fields](std::string_view key) { return argumentOf(key, fields); },
            [](std::string_view, std::uint32_t) {});
    }
    return behind;
}

} // namespace twintrace
