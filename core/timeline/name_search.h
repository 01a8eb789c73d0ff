// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"
#include "core/timeline/text_matcher.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace twintrace
{

struct NameQuery {
    std::string text; ///< "" matches every name
    Nanoseconds minimumDuration = 0;
};

/// Hits found so far, ascending within and over calls. Returning false stops the search.
using HitSink = std::function<bool(std::span<const std::uint32_t>)>;

/// Finds events by name while somebody types. Each different name is looked at once and only when an event
/// bears it, so the first hits come at once; events go in trace order in chunks, on all cores. A query that
/// goes on where the one before ended (`gem`, `gemm`) looks only at what that one found.
class NameSearch
{
  public:
    /// `trace` must outlive the search. `threads` 0: as many as the machine has.
    explicit NameSearch(const Trace& trace, unsigned threads = 0);
    ~NameSearch();

    /// Calls `sink`, in the calling thread, for each chunk that has hits. `progress` counts events. Returns
    /// false when cancelled or stopped. Not for two threads at once.
    bool find(const NameQuery& query, Progress& progress, const HitSink& sink, std::size_t chunk = 1U << 16U);

    /// Names that the last find() compared with its query: a measure of its work.
    [[nodiscard]] std::uint64_t comparedNames() const { return m_compared.load(std::memory_order_relaxed); }

  private:
    enum Verdict : std::uint8_t { Unknown = 0, Hit = 1, Miss = 2 }; // bits: & Miss keeps misses alone
    struct Scan;
    void startVerdicts(const TextMatcher& matcher);
    void scanChunk(Scan& scan, std::size_t chunk);

    const Trace& m_trace;
    unsigned m_threads;
    std::optional<TextMatcher> m_matcher;
    // Written by several threads at once: two that look at one name come to the same verdict.
    std::vector<std::uint8_t> m_verdicts;
    std::atomic<std::uint64_t> m_compared{0};
};

} // namespace twintrace
