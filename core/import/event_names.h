// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_fields.h"
#include "core/import/shared_names.h"
#include "core/import/text_hash.h"
#include "core/model/event_kind.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace twintrace
{

/// One worker's way from the raw names in events to the numbers in SharedNames. `source` is where the event
/// stands.
class EventNames
{
  public:
    struct Name {
        StringId id;
        std::uint32_t length; ///< in code points
    };
    struct CategoryOf {
        CategoryId id;
        EventKind kind;
    };

    explicit EventNames(SharedNames& shared) : m_shared(shared) {}

    [[nodiscard]] Name name(std::string_view raw, std::uint64_t source)
    {
        return name(raw, textHash(unquoted(raw)), source);
    }
    /// `hash`: textHash() of the name between its quotation marks.
    [[nodiscard]] Name name(std::string_view raw, std::uint64_t hash, std::uint64_t source);
    [[nodiscard]] StringId text(std::string_view text, std::uint64_t source);
    [[nodiscard]] CategoryOf category(const EventFields& fields, std::uint64_t source);
    [[nodiscard]] ProcessId process(const EventFields& fields, std::uint64_t source);
    /// The thread of an event; one without tid belongs to the thread named like its process, as in other
    /// viewers.
    [[nodiscard]] TrackId track(const EventFields& fields, std::uint64_t source);
    /// The row of an async span: category, scope and id under its process. `id2` replaces the id when it is
    /// there.
    [[nodiscard]] TrackId asyncTrack(const EventFields& fields, std::string_view id2, std::uint64_t source);
    /// args.device and args.stream, else pid and tid.
    [[nodiscard]] StreamId stream(const EventFields& fields, const ArgPlaces& places, std::uint64_t source);

  private:
    CategoryOf findCategory(std::string_view raw, std::uint64_t source);
    TrackId findTrack(const EventFields& fields, std::uint64_t source);
    TrackId internTrack(std::uint64_t source);
    TrackId internThread(std::string_view pid, std::string_view tid, std::uint64_t source);

    SharedNames& m_shared;
    TextCache m_nameCache;
    TextCache m_categoryCache;
    TextCache m_processCache;
    TextCache m_trackCache;
    TextCache m_streamCache;
    std::string m_key; // reused for joined keys
    // The threads of short pid and tid, by their bytes.
    struct KnownTrack {
        std::uint64_t pid = 0;
        std::uint64_t tid = 0;
        TrackId track;
    };
    static constexpr std::size_t kKnownTracks = 64;
    std::array<KnownTrack, kKnownTracks> m_knownTracks{};
};

} // namespace twintrace
