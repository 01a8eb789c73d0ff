// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/import/byte_source.h"
#include "core/import/shared_names.h"
#include "core/import/window_feed.h"
#include "core/import/window_sequence.h"

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace twintrace
{

/// Reads all windows of a source with several threads: each takes a window, parses it ahead, and hands it in;
/// they are taken in file order by whoever brings the one that is due.
class ImportJob
{
  public:
    ImportJob(ByteSource& source, SharedNames& names, Progress& progress, std::size_t windowBytes,
              unsigned threads);

    /// `searchesKey`: look for the event array behind a damaged header.
    [[nodiscard]] Result<void> run(bool searchesKey);

    [[nodiscard]] WindowSequence& sequence() { return *m_sequence; }
    [[nodiscard]] std::int64_t originMicroseconds() const { return m_origin; }
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }

  private:
    struct Parsed {
        Window window;
        std::optional<WindowEvents> events;
    };

    void work();
    void handIn(Parsed parsed);
    void takeDue();
    bool isStopped();
    void stop(Error error);
    void checkMemory();
    Window freeWindow();

    SharedNames& m_names;
    Progress& m_progress;
    WindowFeed m_feed;
    unsigned m_threads;
    std::int64_t m_origin = 0;
    std::optional<WindowSequence> m_sequence;

    std::mutex m_mutex; // guards all below and the sequence
    std::condition_variable m_taken;
    std::map<std::uint64_t, Parsed> m_waiting;
    std::vector<Window> m_free;
    std::uint64_t m_due = 0;
    std::uint64_t m_textBytes = 0;
    std::uint64_t m_memoryCheckedAt = 0;
    std::optional<Error> m_error;
};

} // namespace twintrace
