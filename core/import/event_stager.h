// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/import/event_fields.h"
#include "core/import/shared_names.h"
#include "core/import/window_events.h"
#include "core/model/event_kind.h"

#include <memory>
#include <string>
#include <vector>

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
    struct CategoryOf {
        CategoryId id;
        EventKind kind;
    };
    struct Context;

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
    Nanoseconds readDuration(Context& context, std::uint8_t& flags);
    StringId nameOf(Context& context, std::string_view raw);
    CategoryOf categoryOf(Context& context);
    ProcessId processOf(Context& context);
    TrackId trackOf(Context& context);
    TrackId asyncTrackOf(Context& context);
    StreamId streamOf(Context& context);
    TrackId internTrack(std::string_view joined, std::uint64_t source);

    SharedNames& m_names;
    std::int64_t m_origin;
    std::shared_ptr<SliceBlock> m_block;
    TextCache m_nameCache;
    TextCache m_categoryCache;
    TextCache m_processCache;
    TextCache m_trackCache;
    TextCache m_streamCache;
    std::string m_key; // reused for joined keys
    std::string m_lastPid;
    std::string m_lastTid;
    TrackId m_lastTrack;
};

} // namespace twintrace
