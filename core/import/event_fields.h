// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/structure.h"

#include <array>
#include <cstdint>
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
    [[nodiscard]] std::uint32_t args() const { return m_args; }
    [[nodiscard]] std::uint32_t id2() const { return m_id2; }
    [[nodiscard]] bool hasDuplicateKey() const { return m_hasDuplicateKey; }

  private:
    friend class EventReader;
    // Values are not cleared from event to event; bits say which are of this one.
    [[nodiscard]] std::string_view get(EventKey key) const
    {
        return m_present >> static_cast<unsigned>(key) & 1U ? m_raw[static_cast<std::size_t>(key)]
                                                            : std::string_view();
    }

    std::array<std::string_view, static_cast<std::size_t>(EventKey::Args)> m_raw;
    std::uint32_t m_present = 0;
    std::uint32_t m_args = 0;
    std::uint32_t m_id2 = 0;
    bool m_hasDuplicateKey = false;
};

/// Those of args that tie device work to its launch and its queue.
struct LinkArguments {
    std::string_view correlation;
    std::string_view externalId;
    std::string_view device;
    std::string_view stream;
};
[[nodiscard]] LinkArguments linkArgumentsOf(const Structure& structure, const EventFields& fields);

/// Reads events one after the other. It expects each to have the keys of the one before, in the same order,
/// which makes looking them up almost free; any other order costs a little more.
class EventReader
{
  public:
    /// Reads the event object that begins at i, checking every token (see skipValue). Returns the index
    /// behind it, 0 when it is not JSON.
    [[nodiscard]] std::uint32_t read(const Structure& structure, std::uint32_t i, EventFields& fields);

  private:
    struct Expected {
        std::uint64_t bytes = 0;
        std::size_t length = 0;
        EventKey key = EventKey::Other;
    };
    static constexpr std::size_t kShapeSize = 16;
    std::array<Expected, kShapeSize> m_shape{};
};

} // namespace twintrace
