// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/structure.h"

#include <cstdint>
#include <string_view>

namespace twintrace
{

/// The fields of one event that mean something to us, as raw values (empty = not there). Views into the text.
struct EventFields {
    std::string_view phase;
    std::string_view category;
    std::string_view name;
    std::string_view pid;
    std::string_view tid;
    std::string_view time;
    std::string_view duration;
    std::string_view id;
    std::string_view scope;
    std::string_view bindingPoint;
    std::string_view bindId;
    std::string_view flowIn;
    std::string_view flowOut;
    std::uint32_t args = 0; ///< structure index of the args object, 0 = none
    std::uint32_t id2 = 0;  ///< of the id2 object
    bool hasDuplicateKey = false;
};

/// Those of args that tie device work to its launch and its queue.
struct LinkArguments {
    std::string_view correlation;
    std::string_view externalId;
    std::string_view device;
    std::string_view stream;
};
[[nodiscard]] LinkArguments linkArgumentsOf(const Structure& structure, const EventFields& fields);

/// Reads the event object that begins at i, checking every token. Returns the index behind it, 0 when it is
/// not JSON.
[[nodiscard]] std::uint32_t readEvent(const Structure& structure, std::uint32_t i, EventFields& fields);

} // namespace twintrace
