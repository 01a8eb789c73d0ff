// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/export/json_text.h"
#include "core/export/member_file.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twintrace
{

/// What stands before the events in a Chrome trace of Kineto's form.
struct TraceHeader {
    std::string traceName;
    /// Subtracted from every time handed to the writer and written beside them: wall clock = base + ts.
    Nanoseconds baseTimeNanoseconds = 0;
    std::vector<JsonFields> deviceProperties; ///< one object a device, Kineto's keys (id, name, numSms …)
    JsonFields other;                         ///< more top-level keys
};

/// The row an event lies on. For device work Kineto takes the device index as process and the stream as
/// thread.
struct TraceRow {
    std::int64_t process = 0;
    std::int64_t thread = 0;
};

/// Writes a Chrome trace as Kineto does (ts and dur in µs with exactly three decimals, gzip when asked), as a
/// stream: nothing but a small buffer is held. A failed write is kept and told by flush() and close(). Not
/// thread-safe.
class ChromeJsonWriter
{
  public:
    /// Gzip when the path ends in ".gz".
    [[nodiscard]] static Result<std::unique_ptr<ChromeJsonWriter>> create(const std::string& path,
                                                                          TraceHeader header);

    void processName(std::int64_t process, std::string_view name);
    void processLabels(std::int64_t process, std::string_view labels);
    void processSortIndex(std::int64_t process, std::int64_t index);
    void threadName(TraceRow row, std::string_view name);
    void threadSortIndex(TraceRow row, std::int64_t index);

    /// A slice (ph X) on a row. Times are wall clock, in ns.
    void slice(TraceRow row, std::string_view category, std::string_view name, Nanoseconds begin,
               Nanoseconds duration, const JsonFields& args = {});
    /// A slice of device work whose times were lost: ts and dur are 0, as readers of such traces know it.
    void untimedSlice(TraceRow row, std::string_view category, std::string_view name, const JsonFields& args);
    /// An instant of a thread (ph i).
    void instant(TraceRow row, std::string_view category, std::string_view name, Nanoseconds time,
                 const JsonFields& args = {});
    /// An arrow's ends (ph s, f): both lie at the begin of their slices; cat, name and id must agree.
    void flowBegin(TraceRow row, std::string_view category, std::uint64_t id, Nanoseconds time);
    void flowEnd(TraceRow row, std::string_view category, std::uint64_t id, Nanoseconds time);
    /// One sample of a counter (ph C); each field is a series.
    void counter(std::int64_t process, std::string_view name, Nanoseconds time, const JsonFields& series);

    /// Makes everything so far readable, even if the program dies right after.
    [[nodiscard]] Result<void> flush();
    /// Ends the event array, adds top-level keys known only now, and closes the file.
    [[nodiscard]] Result<void> close(const JsonFields& closing = {});
    [[nodiscard]] std::uint64_t eventCount() const { return m_events; }
    [[nodiscard]] const std::string& path() const { return m_file->path(); }
    void abandon() { m_file->abandon(); } ///< see MemberFile::abandon()

  private:
    ChromeJsonWriter(std::unique_ptr<MemberFile> file, TraceHeader header);
    void writeHeader();
    void beginEvent(char phase, std::string_view category, std::string_view name);
    void appendRow(TraceRow row);
    void appendTime(std::string_view key, Nanoseconds time);
    void endEvent(const JsonFields* args);
    void flowPoint(char phase, TraceRow row, std::string_view category, std::uint64_t id, Nanoseconds time);
    void metadata(std::string_view what, TraceRow row, const JsonFields& args);

    std::unique_ptr<MemberFile> m_file;
    TraceHeader m_header;
    std::string m_line; ///< the event being written
    std::uint64_t m_events = 0;
};

/// Nanoseconds as microseconds with exactly three decimals: 1500 -> "1.500". Exact over the whole range.
void appendMicroseconds(std::string& out, Nanoseconds time);

} // namespace twintrace
