// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_names.h"

#include "core/import/text_hash.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

// The bytes of a short raw value as a number; 0 for longer ones. (Behind every text of a file there is room
// to read.)
std::uint64_t packedShort(std::string_view raw)
{
    if (raw.empty() || raw.size() > 8)
        return 0;
    std::uint64_t value = 0;
    std::memcpy(&value, raw.data(), sizeof(value));
    return value << (8 * (8 - raw.size()));
}

} // namespace

EventNames::Name EventNames::name(std::string_view raw, std::uint64_t hash, std::uint64_t source)
{
    const TextCache::Entry& entry = m_nameCache.find(hash, [&] {
        TextCache::Entry made;
        const std::string text = textOf(raw);
        made.id = m_shared.names.intern(text, source);
        made.extra = static_cast<std::uint32_t>(countCodePoints(text));
        return made;
    });
    return {StringId(entry.id), entry.extra};
}

StringId EventNames::text(std::string_view text, std::uint64_t source)
{
    return StringId(m_shared.names.intern(text, source));
}

EventNames::CategoryOf EventNames::category(const EventFields& fields, std::uint64_t source)
{
    EventFields::KnownRows* const known = fields.known();
    if (!known)
        return findCategory(fields.category(), source);
    if (!known->category) {
        const CategoryOf found = findCategory(fields.category(), source);
        known->category = found.id;
        known->kind = found.kind;
    }
    return {*known->category, known->kind};
}

EventNames::CategoryOf EventNames::findCategory(std::string_view raw, std::uint64_t source)
{
    const TextCache::Entry& entry = m_categoryCache.find(textHash(unquoted(raw)), [&] {
        TextCache::Entry made;
        const std::string text = textOf(raw);
        made.id = m_shared.categories.intern(text, source);
        made.extra = static_cast<std::uint32_t>(eventKindOf(text));
        return made;
    });
    return {
        CategoryId(static_cast<CategoryId::rep>(std::min<std::uint32_t>(entry.id, CategoryId::kNone - 1))),
        static_cast<EventKind>(entry.extra)};
}

ProcessId EventNames::process(const EventFields& fields, std::uint64_t source)
{
    const TextCache::Entry& entry = m_processCache.find(textHash(unquoted(fields.pid())), [&] {
        TextCache::Entry made;
        made.id = m_shared.processes.intern(textOf(fields.pid()), source);
        return made;
    });
    return ProcessId(entry.id);
}

TrackId EventNames::internTrack(std::uint64_t source)
{
    const TextCache::Entry& entry = m_trackCache.find(textHash(m_key), [&] {
        TextCache::Entry made;
        made.id = m_shared.tracks.intern(m_key, source);
        return made;
    });
    return TrackId(entry.id);
}

TrackId EventNames::track(const EventFields& fields, std::uint64_t source)
{
    EventFields::KnownRows* const known = fields.known();
    if (!known || !known->hasThread)
        return findTrack(fields, source);
    if (!known->track)
        known->track = findTrack(fields, source);
    return *known->track;
}

TrackId EventNames::findTrack(const EventFields& fields, std::uint64_t source)
{
    const std::string_view pid = fields.pid();
    const std::string_view tid = fields.tid().empty() ? pid : fields.tid();
    const std::uint64_t shortPid = packedShort(pid);
    const std::uint64_t shortTid = packedShort(tid);
    if (shortPid == 0 || shortTid == 0)
        return internThread(pid, tid, source);
    KnownTrack& known = m_knownTracks[foldedProduct(shortPid ^ 0x9E3779B97F4A7C15U, shortTid) % kKnownTracks];
    if (known.pid != shortPid || known.tid != shortTid)
        known = {shortPid, shortTid, internThread(pid, tid, source)};
    return known.track;
}

TrackId EventNames::internThread(std::string_view pid, std::string_view tid, std::uint64_t source)
{
    m_key = "T";
    m_key += textOf(pid);
    m_key += '\0';
    m_key += textOf(tid);
    return internTrack(source);
}

TrackId EventNames::asyncTrack(const EventFields& fields, std::string_view id2, std::uint64_t source)
{
    m_key = "A";
    m_key += textOf(fields.pid());
    m_key += '\0';
    m_key += textOf(fields.category());
    if (!fields.scope().empty())
        m_key += " " + textOf(fields.scope());
    m_key += " ";
    m_key += id2.empty() ? textOf(fields.id()) : std::string(id2);
    return internTrack(source);
}

StreamId EventNames::stream(const EventFields& fields, const ArgPlaces& places, std::uint64_t source)
{
    const std::string_view device = fields.argument(places, ArgKey::Device);
    const std::string_view stream = fields.argument(places, ArgKey::Stream);
    const bool hasDeviceArgs = !device.empty() && !stream.empty();
    m_key = hasDeviceArgs ? "D" : "P";
    m_key += unquoted(hasDeviceArgs ? device : fields.pid());
    m_key += '\0';
    m_key += unquoted(hasDeviceArgs ? stream : fields.tid());
    const TextCache::Entry& entry = m_streamCache.find(textHash(m_key), [&] {
        TextCache::Entry made;
        made.id = m_shared.streams.intern(m_key, source);
        return made;
    });
    return StreamId(static_cast<StreamId::rep>(std::min<std::uint32_t>(entry.id, StreamId::kNone - 1)));
}

} // namespace twintrace
