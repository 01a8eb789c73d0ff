// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_stager.h"

#include "core/import/event_times.h"
#include "core/import/text_hash.h"

#include <algorithm>

namespace twintrace
{
namespace
{

constexpr std::string_view kKnownPhases = "XBEiIRCbneSTpFstfMNODPVvc()=a";
constexpr std::string_view kInstantPhases = "iIRNODPVvc";

// Correlation ids are whole numbers; whatever else a file has there still ties what is equal.
std::int64_t correlationOf(std::string_view raw)
{
    if (raw.empty() || raw == "null")
        return kNoCorrelation;
    if (ExactMicroseconds plain; readPlainMicroseconds(raw, 0, plain) && plain.nanoseconds == 0 &&
                                 raw.find('.') == std::string_view::npos)
        return plain.microseconds;
    if (const auto number = integerOf(raw))
        return *number;
    return static_cast<std::int64_t>(textHash(unquoted(raw)) | std::uint64_t{1} << 63);
}

} // namespace

EventStager::EventStager(SharedNames& names, std::int64_t originMicroseconds)
    : m_names(names), m_origin(originMicroseconds)
{
}

StringId EventStager::nameOf(Context& context)
{
    const auto hash = context.fields.nameHash();
    if (!hash)
        return nameOf(context, context.fields.name());
    const EventNames::Name name = m_names.name(context.fields.name(), *hash, context.source);
    context.out.longestName = std::max<std::uint64_t>(context.out.longestName, name.length);
    return name.id;
}

StringId EventStager::nameOf(Context& context, std::string_view raw)
{
    const EventNames::Name name = m_names.name(raw, context.source);
    context.out.longestName = std::max<std::uint64_t>(context.out.longestName, name.length);
    return name.id;
}

void EventStager::stage(const Structure& structure, const EventFields& fields, std::uint64_t source,
                        WindowEvents& out)
{
    Context context{structure, fields, source, out};
    ++out.events;
    if (fields.hasDuplicateKey())
        out.oddities.add(Oddity::DuplicateKey, source);
    const std::string_view phase = fields.phase();
    if (phase.size() != 3 || phase[0] != '"') {
        if (phase.empty())
            out.oddities.add(Oddity::MissingPhase, source);
        else
            out.oddities.add(Oddity::UnknownPhase, source);
        return;
    }
    ++out.phasedEvents;
    switch (phase[1]) {
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
        stageAsync(context, phase[1]);
        break;
    default:
        if (kInstantPhases.find(phase[1]) != std::string_view::npos)
            stageInstant(context, m_names.track(context.fields, context.source));
        else if (kKnownPhases.find(phase[1]) == std::string_view::npos)
            out.oddities.add(Oddity::UnknownPhase, source);
    }
}

bool EventStager::readTime(Context& context, Nanoseconds& time)
{
    ExactMicroseconds exact;
    const std::string_view raw = context.fields.time();
    if (!readMicroseconds(raw, context.fields.wholeDigits(EventKey::Time), exact)) {
        context.out.oddities.add(Oddity::BadTime, context.source);
        return false;
    }
    if (raw[0] == '"')
        context.out.oddities.add(Oddity::TimeAsText, context.source);
    time = sinceOrigin(exact, m_origin);
    return true;
}

Nanoseconds EventStager::durationOf(Context& context, std::uint8_t& flags)
{
    const std::string_view raw = context.fields.duration();
    ExactMicroseconds exact;
    if (readPlainMicroseconds(raw, context.fields.wholeDigits(EventKey::Duration), exact) &&
        exact.microseconds < kFirstOverflowing)
        return exact.microseconds * 1000 + exact.nanoseconds;
    const ReadDuration duration = readDuration(raw);
    OddityCounts& oddities = context.out.oddities;
    switch (duration.kind) {
    case DurationKind::Good:
        if (raw[0] == '"')
            oddities.add(Oddity::TimeAsText, context.source);
        break;
    case DurationKind::Missing:
        flags |= kNoDuration;
        oddities.add(Oddity::MissingDuration, context.source);
        break;
    case DurationKind::Negative:
    case DurationKind::Overflowing:
        flags |= kBadDuration;
        oddities.add(duration.kind == DurationKind::Negative ? Oddity::NegativeDuration
                                                             : Oddity::OverflowingDuration,
                     context.source);
        context.out.batch.badDurations.push_back({context.source, duration.written});
        break;
    }
    return duration.value;
}

void EventStager::stageSlice(Context& context)
{
    const EventFields& fields = context.fields;
    WindowEvents& out = context.out;
    StagedSlice slice;
    slice.name = nameOf(context);
    if (!readTime(context, slice.begin))
        return;
    slice.duration = durationOf(context, slice.flags);
    slice.source = context.source;
    slice.track = m_names.track(context.fields, context.source);
    const EventNames::CategoryOf category = m_names.category(context.fields, context.source);
    slice.category = category.id;
    const bool isWork = isDeviceWork(category.kind);
    if (isWork && slice.duration == 0 && !(slice.flags & (kBadDuration | kNoDuration))) {
        ExactMicroseconds written;
        if (readMicroseconds(fields.time(), 0, written) && written.microseconds == 0 &&
            written.nanoseconds == 0) {
            slice.flags |= kUntimed;
            out.oddities.add(Oddity::UntimedWork, context.source);
        }
    }
    const std::uint32_t index = out.batch.addSlice(m_block, slice);
    if (isWork) {
        const ArgPlaces places = fields.argPlaces();
        const StreamId stream = m_names.stream(fields, places, context.source);
        out.batch.device.push_back(
            {index, stream, correlationOf(fields.argument(places, ArgKey::Correlation))});
    } else if (isLaunchSide(category.kind)) {
        const ArgPlaces places = fields.argPlaces();
        const std::string_view correlationText = fields.argument(places, ArgKey::Correlation);
        // Kineto files of 2021 tie by External id alone.
        const std::int64_t correlation = correlationOf(
            correlationText.empty() ? fields.argument(places, ArgKey::ExternalId) : correlationText);
        if (correlation != kNoCorrelation)
            out.batch.launches.push_back({index, correlation});
    }
    if (!fields.bindId().empty())
        stageBoundFlow(context, slice.track, slice.begin);
}

void EventStager::stageMark(Context& context, bool isEnd)
{
    StagedMark mark;
    if (!context.fields.name().empty() || !isEnd)
        mark.name = nameOf(context, context.fields.name());
    if (!readTime(context, mark.time))
        return;
    mark.source = context.source;
    mark.track = m_names.track(context.fields, context.source);
    mark.category = m_names.category(context.fields, context.source).id;
    mark.isEnd = isEnd;
    context.out.batch.marks.push_back(mark);
}

void EventStager::stageAsync(Context& context, char phase)
{
    std::string id2;
    if (context.fields.id2() != 0) {
        forEachMember(context.structure, context.fields.id2(), [&](std::string_view, std::uint32_t value) {
            const char first = context.structure.at(value);
            if (first != '{' && first != '[')
                id2 = textOf(context.structure.scalar(value));
        });
    }
    const TrackId track = m_names.asyncTrack(context.fields, id2, context.source);
    if (phase == 'n' || phase == 'T' || phase == 'p') {
        stageInstant(context, track);
        return;
    }
    StagedMark mark;
    mark.name = nameOf(context, context.fields.name());
    if (!readTime(context, mark.time))
        return;
    mark.source = context.source;
    mark.track = track;
    mark.category = m_names.category(context.fields, context.source).id;
    mark.isEnd = phase == 'e' || phase == 'F';
    context.out.batch.marks.push_back(mark);
}

void EventStager::stageInstant(Context& context, TrackId track)
{
    StagedInstant instant;
    instant.name = nameOf(context);
    if (!readTime(context, instant.time))
        return;
    instant.source = context.source;
    instant.track = track;
    instant.category = m_names.category(context.fields, context.source).id;
    context.out.batch.instants.push_back(instant);
    if (context.fields.name() == "\"[memory]\"")
        stageMemory(context, instant.time);
}

} // namespace twintrace
