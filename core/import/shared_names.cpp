// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/shared_names.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace twintrace
{
namespace
{

constexpr char kSeparator = '\0';

struct Parts {
    char kind;
    std::string_view first;
    std::string_view second;
};

Parts partsOf(std::string_view joined)
{
    const std::size_t split = joined.find(kSeparator, 1);
    return {joined[0], joined.substr(1, split - 1), joined.substr(split + 1)};
}

} // namespace

std::uint32_t SharedTexts::intern(std::string_view text, std::uint64_t place)
{
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_ids.find(text); found != m_ids.end()) {
        m_firstPlace[found->second] = std::min(m_firstPlace[found->second], place);
        return found->second;
    }
    const auto id = static_cast<std::uint32_t>(m_texts.size());
    m_ids.emplace(m_texts.emplace_back(text), id);
    m_firstPlace.push_back(place);
    return id;
}

std::vector<std::uint32_t> SharedTexts::inFileOrder() const
{
    std::vector<std::uint32_t> order(m_texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [this](std::uint32_t id) {
        return std::tuple<std::uint64_t, std::string_view>(m_firstPlace[id], m_texts[id]);
    });
    return order;
}

IdMaps SharedNames::moveInto(TraceBuilder& builder) const
{
    IdMaps maps;
    maps.names.resize(names.size());
    for (const std::uint32_t id : names.inFileOrder())
        maps.names[id] = builder.intern(names.text(id));
    maps.categories.resize(categories.size());
    for (const std::uint32_t id : categories.inFileOrder())
        maps.categories[id] = builder.category(categories.text(id));
    maps.processes.resize(processes.size());
    for (const std::uint32_t id : processes.inFileOrder())
        maps.processes[id] = builder.process(processes.text(id));
    maps.tracks.resize(tracks.size());
    for (const std::uint32_t id : tracks.inFileOrder()) {
        const Parts parts = partsOf(tracks.text(id));
        maps.tracks[id] = parts.kind == 'A' ? builder.asyncTrack(parts.first, parts.second)
                                            : builder.track(parts.first, parts.second);
    }
    maps.streams.resize(streams.size());
    for (const std::uint32_t id : streams.inFileOrder()) {
        const Parts parts = partsOf(streams.text(id));
        maps.streams[id] = builder.stream(parts.first, parts.second, parts.kind == 'D');
    }
    return maps;
}

const TextCache::Entry& TextCache::insert(std::uint64_t hash, Entry made)
{
    if (m_used * 2 >= m_entries.size())
        grow();
    ++m_used;
    made.hash = hash;
    std::size_t slot = hash & (m_entries.size() - 1);
    while (m_entries[slot].hash != 0)
        slot = (slot + 1) & (m_entries.size() - 1);
    return m_entries[slot] = made;
}

void TextCache::grow()
{
    std::vector<Entry> old(m_entries.size() * 2);
    old.swap(m_entries);
    for (const Entry& entry : old) {
        if (entry.hash == 0)
            continue;
        std::size_t slot = entry.hash & (m_entries.size() - 1);
        while (m_entries[slot].hash != 0)
            slot = (slot + 1) & (m_entries.size() - 1);
        m_entries[slot] = entry;
    }
}

} // namespace twintrace
