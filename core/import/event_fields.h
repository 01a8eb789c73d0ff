// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/structure.h"
#include "core/model/event_kind.h"
#include "core/model/tracks.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace twintrace
{

/// The keys of an event that mean something to us.
enum class EventKey : std::uint8_t {
    Phase,
    Category,
    Name,
    Pid,
    Tid,
    Time,
    Duration,
    Id,
    Scope,
    BindingPoint,
    BindId,
    FlowIn,
    FlowOut,
    Args,
    Id2,
    Other,
};

/// The arguments that mean something to us.
enum class ArgKey : std::uint8_t {
    Correlation,
    ExternalId,
    Device,
    Stream,
    TotalAllocated,
    TotalReserved,
    DeviceType,
    DeviceId,
    Count,
};
/// Structure indexes of their values from the begin of the args, 0 = not there (or no plain value).
using ArgPlaces = std::array<std::uint32_t, static_cast<std::size_t>(ArgKey::Count)>;
[[nodiscard]] ArgPlaces argPlacesOf(const Structure& structure, std::uint32_t args);

/// The fields of one event as raw values (empty = not there). Views into the text.
class EventFields
{
  public:
    [[nodiscard]] std::string_view phase() const { return get(EventKey::Phase); }
    [[nodiscard]] std::string_view category() const { return get(EventKey::Category); }
    [[nodiscard]] std::string_view name() const { return get(EventKey::Name); }
    [[nodiscard]] std::string_view pid() const { return get(EventKey::Pid); }
    [[nodiscard]] std::string_view tid() const { return get(EventKey::Tid); }
    [[nodiscard]] std::string_view time() const { return get(EventKey::Time); }
    [[nodiscard]] std::string_view duration() const { return get(EventKey::Duration); }
    [[nodiscard]] std::string_view id() const { return get(EventKey::Id); }
    [[nodiscard]] std::string_view scope() const { return get(EventKey::Scope); }
    [[nodiscard]] std::string_view bindingPoint() const { return get(EventKey::BindingPoint); }
    [[nodiscard]] std::string_view bindId() const { return get(EventKey::BindId); }
    [[nodiscard]] std::string_view flowIn() const { return get(EventKey::FlowIn); }
    [[nodiscard]] std::string_view flowOut() const { return get(EventKey::FlowOut); }
    /// Structure index of the object, 0 = none.
    [[nodiscard]] std::uint32_t args() const { return has(EventKey::Args) ? at(EventKey::Args) : 0; }
    [[nodiscard]] std::uint32_t id2() const { return has(EventKey::Id2) ? at(EventKey::Id2) : 0; }
    /// Some of the arguments; looks through them. For argument().
    [[nodiscard]] ArgPlaces argPlaces() const
    {
        return args() == 0 ? ArgPlaces{} : argPlacesOf(*m_structure, args());
    }
    [[nodiscard]] std::string_view argument(const ArgPlaces& places, ArgKey key) const
    {
        if (m_textPlaces)
            return textValue(m_textPlaces->arguments[static_cast<std::size_t>(key)]);
        const std::uint32_t place = places[static_cast<std::size_t>(key)];
        return place == 0 ? std::string_view() : m_structure->scalar(args() + place);
    }
    [[nodiscard]] bool hasDuplicateKey() const { return m_hasDuplicateKey; }

    /// Structure indexes of the values, by EventKey.
    using Places = std::array<std::uint32_t, static_cast<std::size_t>(EventKey::Other) + 1>;

    /// The values of an event that was read straight from the text have numbers; those from kMostTextValues
    /// on are constants of its shape.
    static constexpr std::uint32_t kMostTextValues = 48;
    static constexpr std::uint8_t kNoValue = 255;
    struct TextPlaces {
        std::array<std::uint8_t, static_cast<std::size_t>(EventKey::Other)> keys;
        std::array<std::uint8_t, static_cast<std::size_t>(ArgKey::Count)> arguments;
        std::array<std::string_view, 8> constants;
        TextPlaces()
        {
            keys.fill(kNoValue);
            arguments.fill(kNoValue);
        }
    };

    /// What all events of a shape have in common, once somebody has found it out.
    struct KnownRows {
        bool hasThread = false; ///< pid and tid are the same in all of them
        std::optional<TrackId> track;
        std::optional<CategoryId> category;
        EventKind kind = EventKind::Other;
    };
    /// Null when the event has no known shape.
    [[nodiscard]] KnownRows* known() const { return m_textPlaces ? m_known : nullptr; }
    /// textHash() of the name between its quotation marks, when somebody knows it.
    [[nodiscard]] std::optional<std::uint64_t> nameHash() const
    {
        return m_textPlaces && m_hasNameHash ? std::optional(m_nameHash) : std::nullopt;
    }
    /// How many digits stand before the point of a plain number; 0 when nobody has counted them.
    [[nodiscard]] unsigned wholeDigits(EventKey key) const
    {
        if (!m_textPlaces)
            return 0;
        const std::uint8_t number = m_textPlaces->keys[static_cast<std::size_t>(key)];
        return number < kMostTextValues ? m_wholeDigits[number] : 0U;
    }

  private:
    friend class EventReader;
    friend class TextRun;
    friend struct TextShape;
    friend class TextShapes;
    [[nodiscard]] std::string_view textValue(std::uint8_t number) const
    {
        if (number < kMostTextValues)
            return m_values[number];
        return number == kNoValue ? std::string_view() : m_textPlaces->constants[number - kMostTextValues];
    }
    [[nodiscard]] bool has(EventKey key) const { return (m_present >> static_cast<unsigned>(key) & 1U) != 0; }
    [[nodiscard]] std::uint32_t at(EventKey key) const { return m_at[static_cast<std::size_t>(key)]; }
    [[nodiscard]] std::string_view get(EventKey key) const
    {
        if (m_textPlaces)
            return textValue(m_textPlaces->keys[static_cast<std::size_t>(key)]);
        return has(key) ? m_structure->scalar(at(key)) : std::string_view();
    }

    // Where the values are, in the structure. Not cleared from event to event; bits say which are of this
    // one.
    Places m_at{};
    const Structure* m_structure = nullptr;
    std::array<std::string_view, kMostTextValues> m_values;
    std::array<std::uint8_t, kMostTextValues> m_wholeDigits{};
    const TextPlaces* m_textPlaces = nullptr; // not null: the values are in m_values
    KnownRows* m_known = nullptr;
    std::uint64_t m_nameHash = 0;
    bool m_hasNameHash = false;
    std::uint32_t m_present = 0;
    bool m_hasDuplicateKey = false;
};

/// Reads the event object that begins at i, checking every token (see skipValue). Returns the index behind
/// it, 0 when it is not JSON. `structure` must outlive the fields.
class EventReader
{
  public:
    [[nodiscard]] static std::uint32_t read(const Structure& structure, std::uint32_t i, EventFields& fields);
};

} // namespace twintrace
