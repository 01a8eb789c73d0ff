// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_builder.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace twintrace
{

/// Texts that all workers of an import share: each different text has one number. The order of the numbers
/// depends on the workers' timing, so the place of the first use is kept too and the final ids are dealt out
/// in file order.
class SharedTexts
{
  public:
    /// Safe from any thread. `place` is where the text was used: of several workers the earliest counts.
    std::uint32_t intern(std::string_view text, std::uint64_t place);

    /// Only when no worker runs any more.
    [[nodiscard]] std::string_view text(std::uint32_t id) const { return m_texts[id]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::vector<std::uint32_t> inFileOrder() const;

  private:
    std::mutex m_mutex;
    std::deque<std::string> m_texts;
    std::vector<std::uint64_t> m_firstPlace;
    std::unordered_map<std::string_view, std::uint32_t> m_ids;
};

/// The shared tables of one import. Rows and streams are texts too: their parts joined by a zero byte.
struct SharedNames {
    SharedTexts names;
    SharedTexts categories;
    SharedTexts processes;
    SharedTexts tracks;  ///< "T" or "A", pid, tid (or async key)
    SharedTexts streams; ///< "D" (args.device and args.stream) or "P" (pid and tid), device, stream

    /// Deals out the builder's ids in file order and says how to translate.
    [[nodiscard]] IdMaps moveInto(TraceBuilder& builder) const;
};

/// One worker's view of a SharedTexts: raw text to number without a lock. The raw text is a value as it
/// stands in the file (escapes and all), so a text is unescaped only when a worker meets it first. Texts are
/// told apart by the 64 bits of their hash, which keeps the table small enough for the caches.
class TextCache
{
  public:
    struct Entry {
        std::uint64_t hash = 0; ///< 0 = free
        std::uint32_t id = 0;
        std::uint32_t extra = 0; ///< free for the owner; set at the first meeting
    };
    TextCache() : m_entries(kInitialSize) {}

    /// The entry of a text with this hash; `make` is called for one met for the first time and fills id and
    /// extra. The reference is good until the next call.
    template <class Make> const Entry& find(std::uint64_t hash, const Make& make)
    {
        hash = std::max<std::uint64_t>(hash, 1);
        std::size_t slot = hash & (m_entries.size() - 1);
        while (m_entries[slot].hash != 0) {
            const Entry& entry = m_entries[slot];
            if (entry.hash == hash)
                return entry;
            slot = (slot + 1) & (m_entries.size() - 1);
        }
        return insert(hash, make());
    }

  private:
    static constexpr std::size_t kInitialSize = 256;
    const Entry& insert(std::uint64_t hash, Entry made);
    void grow();

    std::vector<Entry> m_entries;
    std::size_t m_used = 0;
};

} // namespace twintrace
