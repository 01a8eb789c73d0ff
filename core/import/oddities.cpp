// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/oddities.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr auto kNotice = Severity::Notice;
constexpr auto kWarning = Severity::Warning;
constexpr auto kLoss = Severity::DataLoss;

// In the order of the enum.
constexpr std::array<OddityRule, static_cast<std::size_t>(Oddity::Count)> kRules{{
    {"unescaped-quote", kLoss,
     "A text contains a bare quotation mark, so the event cannot be read; it was left out.",
     "Counts and times miss the damaged events; a newer PyTorch writes such names correctly."},
    {"broken-event", kLoss, "An event is not valid JSON and cannot be repaired; it was left out.",
     "Counts and times miss the damaged events."},
    {"event-too-large", kLoss, "An event is larger than the importer reads at once; it was left out.",
     "Counts and times miss that event."},
    {"truncated", kLoss, "The file ends in the middle; everything before the cut was kept.",
     "The end of the run is missing: totals are too low, steps may be cut."},
    {"bad-escape", kNotice, "A backslash starts no JSON escape; it was kept as a backslash.",
     "Names are as the program meant them; no figure is touched."},
    {"invalid-utf8", kNotice, "Bytes that are no UTF-8 were replaced by U+FFFD.",
     "Names may be unreadable; no figure is touched."},
    {"control-character", kNotice, "A bare control character in a text was kept.", "No figure is touched."},
    {"bare-word", kNotice, "A value is a bare word (inf, nan, hexadecimal ...); it was kept as text.",
     "Such a value enters no figure and no plot."},
    {"odd-number", kNotice, "A number is not written as JSON wants it; it was read as meant.",
     "No figure is touched."},
    {"missing-comma", kNotice, "A comma between two elements is missing; it was put in.",
     "No figure is touched."},
    {"extra-comma", kNotice, "A comma too many was ignored.", "No figure is touched."},
    {"missing-bracket", kWarning, "A closing bracket is missing; it was put in.",
     "The end of the file may be missing."},
    {"extra-bracket", kNotice, "A closing bracket too many was ignored.", "No figure is touched."},
    {"unquoted-key", kNotice, "A key without quotation marks was read as meant.", "No figure is touched."},
    {"unterminated-array", kNotice, "The array form ends without its bracket, as the format allows.",
     "If the program was killed, the end of the run is missing."},
    {"text-after-end", kNotice, "Text after the end of the JSON document was ignored.",
     "No figure is touched."},
    {"broken-header", kWarning, "The part before or after the events is damaged; only the events were read.",
     "Device names, rank and wall-clock time may be missing."},
    {"second-event-array", kWarning, "The file has more than one traceEvents array; they were joined.",
     "If two traces were glued together, their ids may clash."},
    {"odd-element", kNotice,
     "An element of the event array is no object; it is counted and otherwise ignored.",
     "No figure but the number of events is touched."},
    {"missing-phase", kNotice, "An event has no phase (ph); it is counted and otherwise ignored.",
     "No figure but the number of events is touched."},
    {"unknown-phase", kNotice,
     "An event has a phase that is not part of the format; it is counted and not shown.",
     "No figure but the number of events is touched."},
    {"duplicate-key", kNotice, "An event repeats a key; the last value was taken.", "No figure is touched."},
    {"bad-time", kLoss, "An event has no readable time stamp; it is counted but cannot be placed.",
     "Times miss these events."},
    {"time-as-text", kNotice, "Times are written as text; they were read exactly.", "No figure is touched."},
    {"negative-duration", kWarning, "A duration is negative; it was taken as 0.",
     "Sums that contain the event are too low."},
    {"overflowing-duration", kWarning,
     "A duration is an overflowed number (the event had not ended); it was taken as 0.",
     "Sums that contain the event are too low; the event itself is suspicious."},
    {"missing-duration", kWarning, "A complete event has no duration; it was taken as 0.",
     "Sums that contain the event are too low."},
    {"untimed-work", kWarning,
     "Device work has time 0 and duration 0: the recorder could not time it; it is counted, but in no span "
     "or sum.",
     "Busy time is too low by these records."},
    {"nanosecond-times", kNotice,
     "Time stamps look like nanoseconds; they were read as microseconds all the same.",
     "All times may be too long by a factor of 1000."},
    {"unmatched-end", kWarning, "An end event has no begin; it was ignored.",
     "The slice it would close started before the recording."},
    {"unclosed-begin", kWarning, "A begin event has no end; the slice runs to the end of the trace.",
     "The slice is marked unfinished; its duration is only a lower bound."},
    {"name-mismatch", kWarning,
     "An end event names another slice than the innermost open one, which it closed.",
     "Durations of the two slices may be swapped."},
    {"non-finite-counter", kNotice, "A counter sample is not a finite number; it was left out of the plot.",
     "Minimum and maximum of the counter ignore it."},
    {"gzip-truncated", kLoss, "The gzip stream ends early; everything before was read.",
     "The end of the run is missing."},
    {"gzip-corrupt", kLoss, "The gzip stream is damaged; everything before the damage was read.",
     "The rest of the run is missing; copy the file again."},
    {"gzip-trailing-bytes", kNotice, "Bytes after the end of the gzip stream were ignored.",
     "No figure is touched."},
    {"zip-several-entries", kNotice, "The zip archive has several files; the first was read.",
     "Unpack the archive to open the others."},
    {"byte-order-mark", kNotice, "A byte order mark before the text was ignored.", "No figure is touched."},
    {"utf-16", kNotice, "The file is UTF-16; it was read as such. Positions count the text as UTF-8.",
     "No figure is touched."},
    {"clock-skew", kWarning, "Kernels start before the call that launched them: the two clocks differ.",
     "Launch delays are doubtful; negative ones are left out of means."},
    {"stream-overlap", kWarning, "Kernels of one stream overlap in time.",
     "Sums of kernel times exceed the busy time; with programmatic dependent launch this is real."},
    {"overrun-duration", kWarning, "A kernel lasts far beyond the start of its successors on the stream.",
     "Its duration is likely wrong (seen on ROCm): do not trust the kernel's time and the busy time."},
    {"launched-before-window", kWarning, "Kernels were launched before the recording began.",
     "They belong to no step and have no launch delay."},
    {"dropped-records", kWarning, "The recorder dropped GPU records because its buffers were full.",
     "Kernels are missing: counts and busy time are too low."},
}};

} // namespace

const OddityRule& ruleOf(Oddity oddity)
{
    return kRules[static_cast<std::size_t>(oddity)];
}

void OddityCounts::add(const OddityCounts& other)
{
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        m_seen[i].count += other.m_seen[i].count;
        m_seen[i].firstByte = std::min(m_seen[i].firstByte, other.m_seen[i].firstByte);
    }
}

} // namespace twintrace
