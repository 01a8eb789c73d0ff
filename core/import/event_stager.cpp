// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_stager.h"

#include "core/import/text_hash.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr std::string_view kKnownPhases = "XBEiIRCbneSTpFstfMNODPVvc()=a";
constexpr std::string_view kInstantPhases = "iIRNODPVvc";

// Numbers that were negative before they were written as unsigned 64-bit: nanoseconds as picoseconds, see
// PyTorch's events that never ended (2^64 / 10^6 microseconds = 213 days), within 1 %.
constexpr std::int64_t kOverflowBegin = 18262276632972;
constexpr std::int64_t kOverflowEnd = 18446744073710;

// The common form "digits[.up to three digits]", short enough for 64 bits; anything else takes the exact way
// round.
bool readPlainMicroseconds(std::string_view raw, ExactMicroseconds& time)
{
    const char* at = raw.data();
    const char* const end = at + raw.size();
    std::int64_t whole = 0;
    while (at != end && isDigit(*at))
        whole = whole * 10 + (*at++ - '0');
    const std::ptrdiff_t digits = at - raw.data();
    if (digits == 0 || digits > 18)
        return false;
    std::int32_t nanoseconds = 0;
    if (at != end) {
        const std::ptrdiff_t decimals = end - at - 1;
        if (*at++ != '.' || decimals > 3 || decimals == 0)
            return false;
        for (std::int32_t unit = 100; at != end; unit /= 10) {
            if (!isDigit(*at))
                return false;
            nanoseconds += (*at++ - '0') * unit;
        }
    }
    time = {whole, nanoseconds};
    return true;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isJsonSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isJsonSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool readMicroseconds(std::string_view raw, ExactMicroseconds& time)
{
    if (readPlainMicroseconds(raw, time))
        return true;
    const auto exact = parseMicroseconds(trimmed(unquoted(raw)));
    if (exact)
        time = *exact;
    return exact.has_value();
}

// Correlation ids are whole numbers; whatever else a file has there still ties what is equal.
std::int64_t correlationOf(std::string_view raw)
{
    if (raw.empty() || raw == "null")
        return kNoCorrelation;
    if (const auto number = integerOf(raw))
        return *number;
    return static_cast<std::int64_t>(textHash(unquoted(raw)) | std::uint64_t{1} << 63);
}

} // namespace

struct EventStager::Context {
    const Structure& structure;
    const EventFields& fields;
    std::uint64_t source;
    WindowEvents& out;
};

EventStager::EventStager(SharedNames& names, std::int64_t originMicroseconds)
    : m_names(names), m_origin(originMicroseconds)
{
}

void EventStager::stage(const Structure& structure, const EventFields& fields, std::uint64_t source,
                        WindowEvents& out)
{
    Context context{structure, fields, source, out};
    ++out.events;
    if (fields.hasDuplicateKey)
        out.oddities.add(Oddity::DuplicateKey, source);
    const std::string_view phase = unquoted(fields.phase);
    if (phase.size() != 1 || !isRawString(fields.phase)) {
        if (fields.phase.empty())
            out.oddities.add(Oddity::MissingPhase, source);
        else
            out.oddities.add(Oddity::UnknownPhase, source);
        return;
    }
    ++out.phasedEvents;
    switch (phase[0]) {
    case 'X':
        stageSlice(context);
        break;
    case 'B':
        stageMark(context, false);
        break;
    case 'E':
        stageMark(context, true);
        break;
    case 's':
        stageFlow(context, FlowPhase::Start);
        break;
    case 't':
        stageFlow(context, FlowPhase::Step);
        break;
    case 'f':
        stageFlow(context, FlowPhase::End);
        break;
    case 'C':
        stageCounter(context);
        break;
    case 'M':
        stageMetadata(context);
        break;
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
        stageAsync(context, phase[0]);
        break;
    default:
        if (kInstantPhases.find(phase[0]) != std::string_view::npos)
            stageInstant(context, trackOf(context));
        else if (kKnownPhases.find(phase[0]) == std::string_view::npos)
            out.oddities.add(Oddity::UnknownPhase, source);
    }
}

bool EventStager::readTime(Context& context, Nanoseconds& time)
{
    ExactMicroseconds exact;
    if (!readMicroseconds(context.fields.time, exact)) {
        context.out.oddities.add(Oddity::BadTime, context.source);
        return false;
    }
    if (context.fields.time[0] == '"')
        context.out.oddities.add(Oddity::TimeAsText, context.source);
    time = sinceOrigin(exact, m_origin);
    return true;
}

Nanoseconds EventStager::readDuration(Context& context, std::uint8_t& flags)
{
    const std::string_view raw = context.fields.duration;
    WindowEvents& out = context.out;
    ExactMicroseconds exact;
    if (raw.empty() || raw == "null") {
        flags |= kNoDuration;
        out.oddities.add(Oddity::MissingDuration, context.source);
        return 0;
    }
    const bool isReadable = readMicroseconds(raw, exact);
    if (isReadable && exact.microseconds < kOverflowBegin && exact.microseconds >= 0) {
        if (raw[0] == '"')
            out.oddities.add(Oddity::TimeAsText, context.source);
        return exact.microseconds * 1000 + exact.nanoseconds;
    }
    const std::string_view text = trimmed(unquoted(raw));
    const bool isNumber =
        isReadable || (isJsonNumber(text) && text.find_first_of("eE") == std::string_view::npos);
    if (!isNumber) {
        flags |= kNoDuration;
        out.oddities.add(Oddity::MissingDuration, context.source);
        return 0;
    }
    const bool isNegative = text[0] == '-';
    const Nanoseconds written = isReadable   ? sinceOrigin(exact, 0)
                                : isNegative ? std::numeric_limits<Nanoseconds>::min()
                                             : std::numeric_limits<Nanoseconds>::max();
    if (isReadable && !isNegative && exact.microseconds > kOverflowEnd &&
        written != std::numeric_limits<Nanoseconds>::max())
        return written; // centuries fit too; only what wraps round is wrong
    flags |= kBadDuration;
    out.oddities.add(isNegative ? Oddity::NegativeDuration : Oddity::OverflowingDuration, context.source);
    out.batch.badDurations.push_back({context.source, written});
    return 0;
}

StringId EventStager::nameOf(Context& context, std::string_view raw)
{
    const std::string_view key = unquoted(raw);
    const auto make = [&](std::string_view) {
        TextCache::Entry entry;
        const std::string text = textOf(raw);
        entry.id = m_names.names.intern(text, context.source);
        entry.extra = static_cast<std::uint32_t>(countCodePoints(text));
        return entry;
    };
    const TextCache::Entry& entry = m_nameCache.find(key, textHash(key), make);
    context.out.longestName = std::max<std::uint64_t>(context.out.longestName, entry.extra);
    return StringId(entry.id);
}

EventStager::CategoryOf EventStager::categoryOf(Context& context)
{
    const std::string_view raw = context.fields.category;
    const std::string_view key = unquoted(raw);
    const auto make = [&](std::string_view) {
        TextCache::Entry entry;
        const std::string text = textOf(raw);
        entry.id = m_names.categories.intern(text, context.source);
        entry.extra = static_cast<std::uint32_t>(eventKindOf(text));
        return entry;
    };
    const TextCache::Entry& entry = m_categoryCache.find(key, textHash(key), make);
    return {
        CategoryId(static_cast<CategoryId::rep>(std::min<std::uint32_t>(entry.id, CategoryId::kNone - 1))),
        static_cast<EventKind>(entry.extra)};
}

ProcessId EventStager::processOf(Context& context)
{
    const std::string_view raw = context.fields.pid;
    const std::string_view key = unquoted(raw);
    const auto make = [&](std::string_view) {
        TextCache::Entry entry;
        entry.id = m_names.processes.intern(textOf(raw), context.source);
        return entry;
    };
    return ProcessId(m_processCache.find(key, textHash(key), make).id);
}

TrackId EventStager::internTrack(std::string_view joined, std::uint64_t source)
{
    const auto make = [&](std::string_view raw) {
        TextCache::Entry entry;
        entry.id = m_names.tracks.intern(raw, source);
        return entry;
    };
    return TrackId(m_trackCache.find(joined, textHash(joined), make).id);
}

// An event without tid belongs to the thread named like its process, as in other viewers.
TrackId EventStager::trackOf(Context& context)
{
    const std::string_view pid = context.fields.pid;
    const std::string_view tid = context.fields.tid.empty() ? pid : context.fields.tid;
    if (m_lastTrack && pid == m_lastPid && tid == m_lastTid)
        return m_lastTrack;
    m_lastPid = pid;
    m_lastTid = tid;
    m_key = "T";
    m_key += textOf(pid);
    m_key += '\0';
    m_key += textOf(tid);
    return m_lastTrack = internTrack(m_key, context.source);
}

TrackId EventStager::asyncTrackOf(Context& context)
{
    const EventFields& fields = context.fields;
    std::string id = textOf(fields.id);
    if (fields.id2 != 0) {
        forEachMember(context.structure, fields.id2, [&](std::string_view, std::uint32_t value) {
            const char first = context.structure.at(value);
            if (first != '{' && first != '[')
                id = textOf(context.structure.scalar(value));
        });
    }
    m_key = "A";
    m_key += textOf(fields.pid);
    m_key += '\0';
    m_key += textOf(fields.category);
    if (!fields.scope.empty())
        m_key += " " + textOf(fields.scope);
    m_key += " " + id;
    return internTrack(m_key, context.source);
}

StreamId EventStager::streamOf(Context& context)
{
    const EventFields& fields = context.fields;
    const bool hasDeviceArgs = !fields.device.empty() && !fields.stream.empty();
    m_key = hasDeviceArgs ? "D" : "P";
    m_key += unquoted(hasDeviceArgs ? fields.device : fields.pid);
    m_key += '\0';
    m_key += unquoted(hasDeviceArgs ? fields.stream : fields.tid);
    const auto make = [&](std::string_view raw) {
        TextCache::Entry entry;
        entry.id = m_names.streams.intern(raw, context.source);
        return entry;
    };
    const std::uint32_t id = m_streamCache.find(m_key, textHash(m_key), make).id;
    return StreamId(static_cast<StreamId::rep>(std::min<std::uint32_t>(id, StreamId::kNone - 1)));
}

void EventStager::stageSlice(Context& context)
{
    const EventFields& fields = context.fields;
    WindowEvents& out = context.out;
    StagedSlice slice;
    slice.name = nameOf(context, fields.name);
    if (!readTime(context, slice.begin))
        return;
    slice.duration = readDuration(context, slice.flags);
    slice.source = context.source;
    slice.track = trackOf(context);
    const CategoryOf category = categoryOf(context);
    slice.category = category.id;
    const bool isWork = isDeviceWork(category.kind);
    if (isWork && slice.duration == 0 && !(slice.flags & (kBadDuration | kNoDuration))) {
        ExactMicroseconds written;
        if (readMicroseconds(fields.time, written) && written.microseconds == 0 && written.nanoseconds == 0) {
            slice.flags |= kUntimed;
            out.oddities.add(Oddity::UntimedWork, context.source);
        }
    }
    const std::uint32_t index = out.batch.addSlice(m_block, slice);
    if (isWork) {
        out.batch.device.push_back({index, streamOf(context), correlationOf(fields.correlation)});
    } else if (isLaunchSide(category.kind)) {
        // Kineto files of 2021 tie by External id alone.
        const std::int64_t correlation =
            correlationOf(fields.correlation.empty() ? fields.externalId : fields.correlation);
        if (correlation != kNoCorrelation)
            out.batch.launches.push_back({index, correlation});
    }
    if (!fields.bindId.empty())
        stageBoundFlow(context, slice.track, slice.begin);
}

void EventStager::stageMark(Context& context, bool isEnd)
{
    StagedMark mark;
    if (!context.fields.name.empty() || !isEnd)
        mark.name = nameOf(context, context.fields.name);
    if (!readTime(context, mark.time))
        return;
    mark.source = context.source;
    mark.track = trackOf(context);
    mark.category = categoryOf(context).id;
    mark.isEnd = isEnd;
    context.out.batch.marks.push_back(mark);
}

void EventStager::stageAsync(Context& context, char phase)
{
    const TrackId track = asyncTrackOf(context);
    if (phase == 'n' || phase == 'T' || phase == 'p') {
        stageInstant(context, track);
        return;
    }
    StagedMark mark;
    mark.name = nameOf(context, context.fields.name);
    if (!readTime(context, mark.time))
        return;
    mark.source = context.source;
    mark.track = track;
    mark.category = categoryOf(context).id;
    mark.isEnd = phase == 'e' || phase == 'F';
    context.out.batch.marks.push_back(mark);
}

void EventStager::stageInstant(Context& context, TrackId track)
{
    StagedInstant instant;
    instant.name = nameOf(context, context.fields.name);
    if (!readTime(context, instant.time))
        return;
    instant.source = context.source;
    instant.track = track;
    instant.category = categoryOf(context).id;
    context.out.batch.instants.push_back(instant);
    if (context.fields.name == "\"[memory]\"")
        stageMemory(context, instant.time);
}

void EventStager::stageMemory(Context& context, Nanoseconds time)
{
    ++context.out.memoryEvents;
    if (context.fields.args == 0)
        return;
    MemorySample sample;
    sample.time = time;
    bool hasTotal = false;
    forEachMember(context.structure, context.fields.args, [&](std::string_view key, std::uint32_t value) {
        const char first = context.structure.at(value);
        if (first == '{' || first == '[')
            return;
        const auto number = integerOf(context.structure.scalar(value));
        if (!number)
            return;
        if (key == "\"Total Allocated\"") {
            sample.totalAllocatedBytes = *number;
            hasTotal = true;
        } else if (key == "\"Total Reserved\"") {
            sample.totalReservedBytes = *number;
        } else if (key == "\"Device Type\"") {
            sample.isGpu = *number != 0; // 0 is c10::DeviceType::CPU
        } else if (key == "\"Device Id\"") {
            sample.device = static_cast<std::int16_t>(std::clamp<std::int64_t>(*number, -1, 32767));
        }
    });
    if (hasTotal)
        context.out.batch.memory.push_back(sample);
}

void EventStager::stageFlow(Context& context, FlowPhase phase)
{
    const EventFields& fields = context.fields;
    StagedFlow flow;
    const std::string_view id = fields.id.empty() ? fields.bindId : fields.id;
    flow.key = textHash(unquoted(id), textHash(unquoted(fields.name), textHash(unquoted(fields.category))));
    context.out.longestName = std::max<std::uint64_t>(context.out.longestName, 0);
    if (!readTime(context, flow.time))
        return;
    flow.track = trackOf(context);
    flow.category = nameOf(context, fields.category);
    flow.phase = phase;
    flow.bindsToEnclosing = fields.bindingPoint == "\"e\"";
    if (!id.empty())
        context.out.batch.flows.push_back(flow);
}

// The second form of arrows: slices that carry bind_id with flow_out, flow_in or both.
void EventStager::stageBoundFlow(Context& context, TrackId track, Nanoseconds begin)
{
    const EventFields& fields = context.fields;
    const bool isOut = fields.flowOut == "true";
    const bool isIn = fields.flowIn == "true";
    if (!isOut && !isIn)
        return;
    StagedFlow flow;
    flow.key = textHash(unquoted(fields.bindId), textHash("bind_id"));
    flow.time = begin;
    flow.track = track;
    flow.category = nameOf(context, fields.category);
    flow.phase = isOut && isIn ? FlowPhase::Step : isOut ? FlowPhase::Start : FlowPhase::End;
    flow.bindsToEnclosing = true;
    context.out.batch.flows.push_back(flow);
}

void EventStager::stageCounter(Context& context)
{
    const EventFields& fields = context.fields;
    StagedCounter counter;
    if (!readTime(context, counter.time))
        return;
    counter.process = processOf(context);
    std::string id = textOf(fields.id);
    counter.name = nameOf(context, fields.name);
    if (!id.empty()) {
        m_key = textOf(fields.name) + "[" + id + "]";
        counter.name = StringId(m_names.names.intern(m_key, context.source));
    }
    if (fields.args == 0)
        return;
    forEachMember(context.structure, fields.args, [&](std::string_view key, std::uint32_t value) {
        const char first = context.structure.at(value);
        if (first == '{' || first == '[')
            return;
        const std::string_view raw = context.structure.scalar(value);
        const auto number = finiteNumberOf(raw);
        if (!number) {
            context.out.oddities.add(Oddity::NonFiniteCounter, context.source);
            return;
        }
        const std::uint64_t longest = context.out.longestName;
        counter.series = nameOf(context, key);
        context.out.longestName = longest; // a series is no name of an event
        counter.value = *number;
        context.out.batch.counters.push_back(counter);
    });
}

void EventStager::stageMetadata(Context& context)
{
    using Kind = StagedMetadata::Kind;
    const EventFields& fields = context.fields;
    nameOf(context, fields.name);
    const std::string_view name = unquoted(fields.name);
    StagedMetadata metadata;
    std::string_view wanted;
    if (name == "process_name") {
        metadata.kind = Kind::ProcessName;
        wanted = "\"name\"";
    } else if (name == "process_labels") {
        metadata.kind = Kind::ProcessLabels;
        wanted = "\"labels\"";
    } else if (name == "process_sort_index") {
        metadata.kind = Kind::ProcessSortIndex;
        wanted = "\"sort_index\"";
    } else if (name == "thread_name") {
        metadata.kind = Kind::ThreadName;
        wanted = "\"name\"";
    } else if (name == "thread_sort_index") {
        metadata.kind = Kind::ThreadSortIndex;
        wanted = "\"sort_index\"";
    } else {
        return;
    }
    if (fields.args == 0)
        return;
    if (metadata.kind == Kind::ThreadName || metadata.kind == Kind::ThreadSortIndex)
        metadata.track = trackOf(context);
    metadata.process = processOf(context);
    bool isFound = false;
    forEachMember(context.structure, fields.args, [&](std::string_view key, std::uint32_t value) {
        const char first = context.structure.at(value);
        if (key != wanted || first == '{' || first == '[')
            return;
        const std::string_view raw = context.structure.scalar(value);
        metadata.text = textOf(raw);
        if (const auto number = finiteNumberOf(raw))
            metadata.number = static_cast<std::int64_t>(std::clamp(*number, -9e18, 9e18));
        isFound = true;
    });
    if (isFound)
        context.out.metadata.push_back(std::move(metadata));
}

} // namespace twintrace
