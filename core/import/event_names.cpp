// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_names.h"

#include "core/import/text_hash.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

// For short texts that are mostly equal, without a call.
bool isSame(std::string_view a, const std::string& b)
{
    if (a.size() != b.size())
        return false;
    std::size_t i = 0;
    for (; i + 8 <= a.size(); i += 8) {
        std::uint64_t one = 0;
        std::uint64_t other = 0;
        std::memcpy(&one, a.data() + i, 8);
        std::memcpy(&other, b.data() + i, 8);
        if (one != other)
            return false;
    }
    for (; i < a.size(); ++i) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

} // namespace

EventNames::Name EventNames::name(std::string_view raw, std::uint64_t source)
{
    const std::string_view key = unquoted(raw);
    const TextCache::Entry& entry = m_nameCache.find(key, textHash(key), [&](std::string_view) {
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
    const std::string_view raw = fields.category();
    if (m_hasLastCategory && isSame(raw, m_lastCategoryText))
        return m_lastCategory;
    const std::string_view key = unquoted(raw);
    const TextCache::Entry& entry = m_categoryCache.find(key, textHash(key), [&](std::string_view) {
        TextCache::Entry made;
        const std::string text = textOf(raw);
        made.id = m_shared.categories.intern(text, source);
        made.extra = static_cast<std::uint32_t>(eventKindOf(text));
        return made;
    });
    m_lastCategoryText = raw;
    m_hasLastCategory = true;
    m_lastCategory = {
        CategoryId(static_cast<CategoryId::rep>(std::min<std::uint32_t>(entry.id, CategoryId::kNone - 1))),
        static_cast<EventKind>(entry.extra)};
    return m_lastCategory;
}

ProcessId EventNames::process(const EventFields& fields, std::uint64_t source)
{
    const std::string_view key = unquoted(fields.pid());
    const TextCache::Entry& entry = m_processCache.find(key, textHash(key), [&](std::string_view) {
        TextCache::Entry made;
        made.id = m_shared.processes.intern(textOf(fields.pid()), source);
        return made;
    });
    return ProcessId(entry.id);
}

TrackId EventNames::internTrack(std::uint64_t source)
{
    const TextCache::Entry& entry = m_trackCache.find(m_key, textHash(m_key), [&](std::string_view joined) {
        TextCache::Entry made;
        made.id = m_shared.tracks.intern(joined, source);
        return made;
    });
    return TrackId(entry.id);
}

TrackId EventNames::track(const EventFields& fields, std::uint64_t source)
{
    const std::string_view pid = fields.pid();
    const std::string_view tid = fields.tid().empty() ? pid : fields.tid();
    if (m_lastTrack && isSame(pid, m_lastPid) && isSame(tid, m_lastTid))
        return m_lastTrack;
    m_lastPid = pid;
    m_lastTid = tid;
    m_key = "T";
    m_key += textOf(pid);
    m_key += '\0';
    m_key += textOf(tid);
    return m_lastTrack = internTrack(source);
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

StreamId EventNames::stream(const EventFields& fields, const LinkArguments& arguments, std::uint64_t source)
{
    const bool hasDeviceArgs = !arguments.device.empty() && !arguments.stream.empty();
    m_key = hasDeviceArgs ? "D" : "P";
    m_key += unquoted(hasDeviceArgs ? arguments.device : fields.pid());
    m_key += '\0';
    m_key += unquoted(hasDeviceArgs ? arguments.stream : fields.tid());
    const TextCache::Entry& entry = m_streamCache.find(m_key, textHash(m_key), [&](std::string_view joined) {
        TextCache::Entry made;
        made.id = m_shared.streams.intern(joined, source);
        return made;
    });
    return StreamId(static_cast<StreamId::rep>(std::min<std::uint32_t>(entry.id, StreamId::kNone - 1)));
}

} // namespace twintrace
