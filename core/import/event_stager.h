// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/import/event_fields.h"
#include "core/import/event_names.h"
#include "core/import/window_events.h"

#include <memory>

namespace twintrace
{

/// Turns the raw fields of events into staged events: times to nanoseconds, names to numbers, phases to their
/// kind of row. One for each worker; what the workers share is in SharedNames.
class EventStager
{
  public:
    /// Times are counted from `originMicroseconds` of the file.
    EventStager(SharedNames& names, std::int64_t originMicroseconds);

    /// `source` is the offset of the event's '{' in the whole text.
    void stage(const Structure& structure, const EventFields& fields, std::uint64_t source,
               WindowEvents& out);

  private:
    struct Context {
        const Structure& structure;
        const EventFields& fields;
        std::uint64_t source;
        WindowEvents& out;
    };

    void stageSlice(Context& context);
    void stageMark(Context& context, bool isEnd);
    void stageAsync(Context& context, char phase);
    void stageInstant(Context& context, TrackId track);
    void stageFlow(Context& context, FlowPhase phase);
    void stageBoundFlow(Context& context, TrackId track, Nanoseconds begin);
    void stageCounter(Context& context);
    void stageMemory(Context& context, Nanoseconds time);
    void stageMetadata(Context& context);

    bool readTime(Context& context, Nanoseconds& time);
    Nanoseconds durationOf(Context& context, std::uint8_t& flags);
    StringId nameOf(Context& context); ///< the event's own
    StringId nameOf(Context& context, std::string_view raw);

    EventNames m_names;
    std::int64_t m_origin;
    std::shared_ptr<SliceBlock> m_block;
};

} // namespace twintrace
