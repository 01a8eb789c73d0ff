// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/name_search.h"

#include "core/timeline/prefetch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string_view>
#include <thread>

namespace twintrace
{
namespace
{

constexpr auto kRelaxed = std::memory_order_relaxed;
// Names of ten million events do not fit into the cache: asking for a block of them before reading the first
// halves the time of a search over all.
constexpr std::size_t kBlock = 64;

} // namespace

/// One run over all events: threads take the next chunk, the caller passes finished ones on in order.
struct NameSearch::Scan {
    struct Chunk {
        std::vector<std::uint32_t> hits;
        std::atomic<bool> isDone{false};
    };

    const TextMatcher& matcher;
    Nanoseconds minimumDuration;
    std::size_t chunkSize;
    Progress& progress;
    std::vector<Chunk> chunks;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> isStopped{false};
};

NameSearch::NameSearch(const Trace& trace, unsigned threads)
    : m_trace(trace), m_threads(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())),
      m_verdicts(trace.strings.size(), Unknown)
{
}

NameSearch::~NameSearch() = default;

void NameSearch::startVerdicts(const TextMatcher& matcher)
{
    // No other thread is at work yet, so whole lines of plain bytes can be written.
    const std::uint8_t kept = m_matcher && matcher.narrows(*m_matcher) ? Miss : Unknown;
    if (m_matcher) {
        for (std::uint8_t& verdict : m_verdicts)
            verdict &= kept;
    }
    m_matcher = matcher;
    m_compared = 0;
}

void NameSearch::scanChunk(Scan& scan, std::size_t chunk)
{
    const EventColumns& events = m_trace.events;
    const std::size_t first = chunk * scan.chunkSize;
    const std::size_t last = std::min(first + scan.chunkSize, events.size());
    std::vector<std::uint32_t>& hits = scan.chunks[chunk].hits;
    std::array<StringId, kBlock> ids;
    std::array<std::string_view, kBlock> texts;
    const auto verdictOf = [this](StringId name) { return std::atomic_ref(m_verdicts[name.value()]); };
    std::uint64_t compared = 0;
    for (std::size_t block = first; block < last; block += kBlock) {
        const std::size_t end = std::min(block + kBlock, last);
        std::size_t count = 0;
        for (std::size_t i = block; i < end; ++i) {
            const StringId name = events.name[i];
            if (!name || verdictOf(name).load(kRelaxed) != Unknown)
                continue;
            ids[count] = name;
            texts[count] = m_trace.text(name);
            prefetch(texts[count].data());
            ++count;
        }
        for (std::size_t i = 0; i < count; ++i)
            verdictOf(ids[i]).store(scan.matcher.matches(texts[i]) ? Hit : Miss, kRelaxed);
        compared += count;
        for (std::size_t i = block; i < end; ++i) {
            const StringId name = events.name[i];
            const bool isHit = name ? verdictOf(name).load(kRelaxed) == Hit : scan.matcher.isEmpty();
            if (isHit && events.duration[i] >= scan.minimumDuration && (events.flags[i] & kUntimed) == 0)
                hits.push_back(static_cast<std::uint32_t>(i));
        }
    }
    m_compared.fetch_add(compared, kRelaxed);
    scan.progress.add(last - first);
    scan.chunks[chunk].isDone.store(true, std::memory_order_release);
}

bool NameSearch::find(const NameQuery& query, Progress& progress, const HitSink& sink, std::size_t chunk)
{
    const std::size_t count = m_trace.events.size();
    progress.setTotal(count);
    const TextMatcher matcher(query.text);
    startVerdicts(matcher);
    const std::size_t chunkCount = (count + chunk - 1) / chunk;
    Scan scan{matcher, query.minimumDuration, chunk, progress, std::vector<Scan::Chunk>(chunkCount)};
    const auto isOver = [&] { return scan.isStopped.load(kRelaxed) || progress.isCancelled(); };
    const auto scanNext = [&] {
        const std::size_t mine = scan.next.fetch_add(1, kRelaxed);
        if (mine >= chunkCount || isOver())
            return false;
        scanChunk(scan, mine);
        return true;
    };
    // The caller helps, and passes hits on between its own chunks.
    std::vector<std::thread> others;
    const auto useful = static_cast<unsigned>(std::min<std::size_t>(m_threads, chunkCount));
    for (unsigned i = 1; i < useful; ++i)
        others.emplace_back([&] {
            while (scanNext()) {
            }
        });
    std::size_t passed = 0;
    const auto passOn = [&] {
        for (; passed < chunkCount && scan.chunks[passed].isDone.load(std::memory_order_acquire); ++passed) {
            const std::vector<std::uint32_t> hits = std::move(scan.chunks[passed].hits);
            if (!hits.empty() && !isOver() && !sink(hits))
                scan.isStopped = true;
        }
    };
    while (scanNext())
        passOn();
    for (std::thread& other : others)
        other.join();
    passOn();
    return passed == chunkCount && !isOver();
}

} // namespace twintrace
