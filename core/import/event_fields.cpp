// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_fields.h"

#include <algorithm>
#include <cstring>

namespace twintrace
{
namespace
{

// The bytes of a short key as a number, so that a key is compared in one step.
constexpr std::uint64_t packed(std::string_view key)
{
    std::uint64_t value = 0;
    for (std::size_t i = key.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(key[i]);
    return value;
}

constexpr std::size_t kLongestKey = 8; // no key of ours is longer

// By length: the bytes that belong to the key.
constexpr std::array<std::uint64_t, kLongestKey + 1> kKeyMask = [] {
    std::array<std::uint64_t, kLongestKey + 1> mask{};
    for (std::size_t i = 0; i < kLongestKey; ++i)
        mask[i] = (std::uint64_t{1} << (8 * i)) - 1;
    mask[kLongestKey] = ~std::uint64_t{0};
    return mask;
}();

std::uint64_t packedAt(const char* key, std::size_t length)
{
    std::uint64_t value = 0;
    std::memcpy(&value, key, sizeof(value)); // behind every text there is room to read
    return value & kKeyMask[std::min(length, kLongestKey)];
}

struct KnownKey {
    std::string_view text;
    EventKey key;
};
constexpr std::array<KnownKey, 15> kKnownKeys{{{"ph", EventKey::Phase},
                                               {"cat", EventKey::Category},
                                               {"name", EventKey::Name},
                                               {"pid", EventKey::Pid},
                                               {"tid", EventKey::Tid},
                                               {"ts", EventKey::Time},
                                               {"dur", EventKey::Duration},
                                               {"id", EventKey::Id},
                                               {"scope", EventKey::Scope},
                                               {"bp", EventKey::BindingPoint},
                                               {"bind_id", EventKey::BindId},
                                               {"flow_in", EventKey::FlowIn},
                                               {"flow_out", EventKey::FlowOut},
                                               {"args", EventKey::Args},
                                               {"id2", EventKey::Id2}}};

// A table in which each known key has a slot of its own (the multiplier is searched for when this is
// compiled), so that a key is known or unknown after one comparison, without a jump that could be foreseen
// wrongly. Keys with escapes are not ours.
class KeyTable
{
  public:
    static_assert((static_cast<unsigned>(EventKey::Other) & (static_cast<unsigned>(EventKey::Other) + 1)) ==
                      0,
                  "Other has all bits, so that it covers any key");
    constexpr KeyTable()
    {
        while (!fill())
            m_multiplier = m_multiplier * 6364136223846793005U + 1442695040888963407U; // Knuth's MMIX numbers
    }
    [[nodiscard]] EventKey find(std::uint64_t bytes, std::size_t length) const
    {
        const Slot& slot = m_slots[slotOf(bytes)];
        const std::uint64_t difference = (slot.bytes ^ bytes) | (slot.length ^ length);
        const unsigned otherwise = difference != 0 ? static_cast<unsigned>(EventKey::Other) : 0U;
        return static_cast<EventKey>(static_cast<unsigned>(slot.key) | otherwise);
    }

  private:
    struct Slot {
        std::uint64_t bytes = 0;
        std::uint64_t length = ~std::uint64_t{0};
        EventKey key = EventKey::Other;
    };
    static constexpr unsigned kBits = 6;
    [[nodiscard]] constexpr std::size_t slotOf(std::uint64_t bytes) const
    {
        return static_cast<std::size_t>(bytes * m_multiplier >> (64 - kBits));
    }
    constexpr bool fill()
    {
        m_slots = {};
        for (const KnownKey& known : kKnownKeys) {
            const std::uint64_t bytes = packed(known.text);
            Slot& slot = m_slots[slotOf(bytes)];
            if (slot.key != EventKey::Other)
                return false;
            slot = {bytes, known.text.size(), known.key};
        }
        return true;
    }
    std::array<Slot, std::size_t{1} << kBits> m_slots{};
    std::uint64_t m_multiplier = 0x9E3779B97F4A7C15U;
};
constexpr KeyTable kKeys;

constexpr std::uint32_t kObjectKeys =
    1U << static_cast<unsigned>(EventKey::Args) | 1U << static_cast<unsigned>(EventKey::Id2);

} // namespace

ArgPlaces argPlacesOf(const Structure& structure, std::uint32_t args)
{
    constexpr std::array<std::string_view, static_cast<std::size_t>(ArgKey::Count)> kTexts{
        "\"correlation\"",     "\"External id\"",    "\"device\"",      "\"stream\"",
        "\"Total Allocated\"", "\"Total Reserved\"", "\"Device Type\"", "\"Device Id\""};
    ArgPlaces places{};
    forEachMember(structure, args, [&](std::string_view key, std::uint32_t value) {
        if (structure.at(value) == '{' || structure.at(value) == '[')
            return;
        if (key == "\"external id\"")
            key = kTexts[static_cast<std::size_t>(ArgKey::ExternalId)];
        for (std::size_t i = 0; i < kTexts.size(); ++i) {
            if (key == kTexts[i])
                places[i] = value - args;
        }
    });
    return places;
}

std::uint32_t EventReader::read(const Structure& structure, std::uint32_t i, EventFields& fields)
{
    const char* const text = structure.text.data();
    const std::uint32_t* const index = structure.index;
    fields.m_structure = &structure;
    fields.m_textPlaces = nullptr;
    fields.m_present = 0;
    fields.m_hasDuplicateKey = false;
    std::uint32_t present = 0;
    std::uint32_t repeated = 0;
    ++i;
    if (i < structure.count && text[index[i]] == '}')
        return i + 1;
    for (;; ++i) {
        if (!isKey(structure, i))
            return 0;
        const std::uint32_t keyBegin = index[i] + 1;
        std::uint32_t keyEnd = index[i + 1] - 1;
        if (text[keyEnd] != '"')
            keyEnd = lastByteBefore(text, keyEnd);
        const std::size_t length = keyEnd - keyBegin;
        const EventKey key = kKeys.find(packedAt(text + keyBegin, length), length);
        std::uint32_t bit = 1U << static_cast<unsigned>(key);
        i += 2;
        fields.m_at[static_cast<std::size_t>(key)] = i;
        const std::uint32_t first = index[i];
        const std::uint32_t next = index[i + 1];
        if (isPlainScalar(text, first, next)) {
            ++i;
            bit &= ~kObjectKeys;
        } else if (text[first] == '{' || text[first] == '[') {
            i = skipValue(structure, i);
            if (i == 0)
                return 0;
            bit = text[first] == '{' ? bit & kObjectKeys : 0;
        } else {
            if (!isGoodScalar(text, first, lastByteBefore(text, next)))
                return 0;
            ++i;
            bit &= ~kObjectKeys;
        }
        repeated |= present & bit;
        present |= bit;
        if (i >= structure.count)
            return 0;
        const char after = text[index[i]];
        if (after == '}')
            break;
        if (after != ',')
            return 0;
    }
    fields.m_present = present;
    fields.m_hasDuplicateKey = (repeated & ~(1U << static_cast<unsigned>(EventKey::Other))) != 0;
    return i + 1;
}

} // namespace twintrace
