// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_job.h"

#include "core/base/format.h"
#include "core/base/parallel.h"
#include "core/import/memory_guard.h"

#include <algorithm>
#include <new>

namespace twintrace
{
namespace
{

constexpr std::uint64_t kMemoryCheckInterval = std::uint64_t{64} << 20; // bytes of text
constexpr std::uint64_t kMemoryReserve = std::uint64_t{256} << 20;      // left to everybody else

// Times are counted from the first time stamp of the file, so that they fit whatever the file counts from.
std::int64_t firstTimeOf(std::string_view text)
{
    constexpr std::string_view kKey = "\"ts\"";
    for (std::size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
        std::size_t begin = at + kKey.size();
        while (begin < text.size() && (isJsonSpace(text[begin]) || text[begin] == ':' || text[begin] == '"'))
            ++begin;
        std::size_t end = begin;
        while (end < text.size() && (isDigit(text[end]) || text[end] == '-'))
            ++end;
        if (const auto time = parseMicroseconds(text.substr(begin, end - begin)))
            return time->microseconds;
    }
    return 0;
}

Error cancelled()
{
    return {ErrorCode::Cancelled, "Loading was cancelled.", {}};
}

Error outOfMemory()
{
    return {
        ErrorCode::OutOfMemory,
        "There is not enough memory to open this trace; close other programs or open a shorter recording.",
        {}};
}

} // namespace

ImportJob::ImportJob(ByteSource& source, SharedNames& names, Progress& progress, std::size_t windowBytes,
                     unsigned threads)
    : m_names(names), m_progress(progress), m_feed(source, windowBytes), m_threads(threads)
{
}

Result<void> ImportJob::run(bool searchesKey)
{
    Parsed first;
    const auto hasFirst = m_feed.next(first.window);
    if (!hasFirst)
        return tl::unexpected(hasFirst.error());
    m_origin = firstTimeOf(first.window.text());
    m_sequence.emplace(m_names, m_origin, searchesKey);
    const bool isOnly = first.window.isLast;
    handIn(std::move(first));
    if (!isOnly) {
        const unsigned threads = std::max(1U, m_threads);
        parallelFor(threads, threads, [this](std::size_t) { work(); });
    }
    if (m_progress.isCancelled() && !m_error)
        m_error = cancelled();
    if (m_error)
        return tl::unexpected(*m_error);
    m_sequence->finish(m_textBytes);
    return {};
}

void ImportJob::work()
{
    try {
        WindowParser parser(m_names, m_origin);
        while (!isStopped()) {
            Parsed parsed;
            parsed.window = freeWindow();
            const auto hasNext = m_feed.next(parsed.window);
            if (!hasNext) {
                stop(hasNext.error());
                return;
            }
            if (!*hasNext)
                return;
            parsed.events.emplace();
            parser.parse(parsed.window.text(), parsed.window.offset, parsed.window.isLast, *parsed.events);
            handIn(std::move(parsed));
        }
    } catch (const std::bad_alloc&) {
        stop(outOfMemory());
    }
}

bool ImportJob::isStopped()
{
    if (m_progress.isCancelled())
        return true;
    const std::lock_guard lock(m_mutex);
    return m_error.has_value();
}

void ImportJob::stop(Error error)
{
    const std::lock_guard lock(m_mutex);
    if (!m_error)
        m_error = std::move(error);
    m_taken.notify_all();
}

Window ImportJob::freeWindow()
{
    const std::lock_guard lock(m_mutex);
    if (m_free.empty())
        return {};
    Window window = std::move(m_free.back());
    m_free.pop_back();
    return window;
}

// A worker that is far ahead of the one that is due waits, which bounds the memory.
void ImportJob::handIn(Parsed parsed)
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t index = parsed.window.index;
    m_waiting.emplace(index, std::move(parsed));
    takeDue();
    m_taken.notify_all();
    m_taken.wait(lock,
                 [&] { return m_error || m_progress.isCancelled() || index < m_due + 2 * m_threads + 2; });
}

void ImportJob::takeDue()
{
    while (!m_waiting.empty() && m_waiting.begin()->first == m_due && !m_error) {
        Parsed due = std::move(m_waiting.begin()->second);
        m_waiting.erase(m_waiting.begin());
        ++m_due;
        m_textBytes = std::max(m_textBytes, due.window.offset + due.window.size);
        m_sequence->take(due.window.text(), due.window.offset, due.window.isLast, std::move(due.events));
        m_progress.add(std::max(due.window.fileBytesRead, m_progress.done()) - m_progress.done());
        m_free.push_back(std::move(due.window));
        checkMemory();
    }
}

// Stops while a sentence can still be shown, instead of leaving it to the system to kill somebody.
void ImportJob::checkMemory()
{
    if (m_textBytes < m_memoryCheckedAt + kMemoryCheckInterval)
        return;
    m_memoryCheckedAt = m_textBytes;
    const auto available = availableMemoryBytes();
    if (!available)
        return;
    const double done = m_progress.total() == 0 ? 1.0
                                                : static_cast<double>(m_progress.done()) /
                                                      static_cast<double>(m_progress.total());
    const double perText = sizeof(StagedSlice) * static_cast<double>(m_sequence->taken().events);
    const double missing = done > 0 ? perText / done - perText : 0;
    if (static_cast<double>(*available) >= missing + static_cast<double>(kMemoryReserve))
        return;
    m_error = outOfMemory();
    m_error->message = "There is not enough memory to open this trace: about " +
                       formatBytes(static_cast<std::uint64_t>(missing) + kMemoryReserve) +
                       " more are needed and " + formatBytes(*available) +
                       " are free; close other programs or open a shorter recording.";
}

} // namespace twintrace
