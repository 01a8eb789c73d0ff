// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// A small number that stands for a colour; what it looks like is the view's business.
using Tone = std::uint8_t;
using ToneRule = std::function<Tone(EventKind kind, std::string_view name)>;

/// The tone of every event, kept per name: the rule is asked once for each pair of name and category.
class EventTones
{
  public:
    EventTones() = default;
    EventTones(const Trace& trace, const ToneRule& rule);

    [[nodiscard]] Tone of(const Trace& trace, EventId event) const
    {
        return of(trace.events.name[event.value()], trace.events.category[event.value()]);
    }
    [[nodiscard]] Tone of(StringId name, CategoryId category) const;

  private:
    struct NameTone {
        CategoryId category;
        Tone tone = 0;
    };
    std::vector<NameTone> m_byName;                       // the category that a name came with first
    std::unordered_map<std::uint64_t, Tone> m_exceptions; // names that come with several categories
};

} // namespace twintrace
