// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/event_tones.h"

namespace twintrace
{
namespace
{

std::uint64_t keyOf(StringId name, CategoryId category)
{
    return (std::uint64_t(name.value()) << 16U) | category.value();
}

} // namespace

EventTones::EventTones(const Trace& trace, const ToneRule& rule) : m_byName(trace.strings.size())
{
    const std::size_t count = trace.events.size();
    for (std::size_t i = 0; i < count; ++i) {
        const StringId name = trace.events.name[i];
        const CategoryId category = trace.events.category[i];
        if (!name || !category)
            continue;
        NameTone& known = m_byName[name.value()];
        if (known.category == category)
            continue;
        const EventKind kind = trace.categories[category.value()].kind;
        if (!known.category) {
            known = {category, rule(kind, trace.text(name))};
        } else if (const auto [place, isNew] = m_exceptions.try_emplace(keyOf(name, category), Tone(0));
                   isNew) {
            place->second = rule(kind, trace.text(name));
        }
    }
}

Tone EventTones::of(StringId name, CategoryId category) const
{
    if (!name || name.value() >= m_byName.size())
        return 0;
    const NameTone& known = m_byName[name.value()];
    if (known.category == category)
        return known.tone;
    const auto found = m_exceptions.find(keyOf(name, category));
    return found == m_exceptions.end() ? Tone(0) : found->second;
}

} // namespace twintrace
